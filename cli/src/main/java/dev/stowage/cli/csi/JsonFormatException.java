package dev.stowage.cli.csi;

/// A JSON text is not what it should be. The message says where and what was expected, and repeats nothing that could
/// be a secret.
final class JsonFormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JsonFormatException(String message) {
        super(message);
    }
}
