// Debian's Chromium, told to talk to nobody but us.

export const launchOptions = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/**
 * The same without the browser's own windows, menus and settings: what makes and paints pages, and nothing
 * else. It does the same work with three fifths of the processor's time.
 */
export const shellOptions = { ...launchOptions, executablePath: "/usr/bin/chromium-headless-shell" };

export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };
