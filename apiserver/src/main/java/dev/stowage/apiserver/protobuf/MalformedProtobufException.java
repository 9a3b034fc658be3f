package dev.stowage.apiserver.protobuf;

/// Bytes are not of the form that they should be.
final class MalformedProtobufException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedProtobufException(String message) {
        super(message);
    }
}
