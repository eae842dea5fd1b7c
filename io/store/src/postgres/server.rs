//! How a server is reached: where it is, and who vouches for it.

use std::sync::Arc;

use postgres::config::SslMode;
use postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// A PostgreSQL server. Its address may hold a password, and is never shown.
#[derive(Clone)]
pub struct Server {
    /// In libpq's form.
    address: String,
    /// What compares the server's certificate; in the clear without it.
    tls: Option<MakeRustlsConnect>,
}

impl Server {
    /// A server that is reached in the clear: through a socket, on a network of its own. An address
    /// that asks for `sslmode=require` is refused.
    #[must_use]
    pub fn in_the_clear(address: &str) -> Self {
        Self { address: address.to_owned(), tls: None }
    }

    /// A server that is reached by TLS alone, whatever `sslmode` the address says, and whose
    /// certificate for the host of the address was given by one of the authorities in `authorities`,
    /// in PEM. The machine's own authorities are not asked.
    ///
    /// # Errors
    ///
    /// When there is no certificate in `authorities`, or one that is none.
    pub fn certified(address: &str, authorities: &[u8]) -> Result<Self, StoreError> {
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(authorities) {
            let certificate = certificate.map_err(StoreError::sql("reading the authorities"))?;
            roots.add(certificate).map_err(StoreError::sql("reading the authorities"))?;
        }
        if roots.is_empty() {
            let none = "there is no certificate in them";
            return Err(StoreError::sql("reading the authorities")(none));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(StoreError::sql("preparing TLS"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = Some(MakeRustlsConnect::new(config));
        Ok(Self { address: address.to_owned(), tls })
    }

    /// Connects to it.
    ///
    /// # Errors
    ///
    /// When it cannot be reached, or is not who it should be.
    pub fn connect(&self) -> Result<Client, postgres::Error> {
        let mut config: Config = self.address.parse()?;
        match &self.tls {
            None => config.connect(NoTls),
            // Otherwise whoever stands in between could have it done in the clear.
            Some(tls) => config.ssl_mode(SslMode::Require).connect(tls.clone()),
        }
    }
}
