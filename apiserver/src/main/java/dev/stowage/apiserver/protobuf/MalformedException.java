package dev.stowage.apiserver.protobuf;

/// Bytes are not of the form that they should be.
final class MalformedException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedException(String message) {
        super(message);
    }
}
