package dev.stowage.sidecar.mover.certificate;

/// A request for a certificate was denied, failed, or was not decided in time.
final class CertificateOrderException extends Exception {
    private static final long serialVersionUID = 1;

    CertificateOrderException(String message) {
        super(message);
    }
}
