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

export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };
