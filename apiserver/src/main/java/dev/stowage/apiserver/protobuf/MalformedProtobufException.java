package dev.stowage.apiserver.protobuf;

/// The bytes are not valid protobuf.
final class MalformedProtobufException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedProtobufException(String message) {
        super(message);
    }
}
