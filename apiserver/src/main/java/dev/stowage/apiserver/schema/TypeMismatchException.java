package dev.stowage.apiserver.schema;

/// A value is not of its field's type. The message is in Kubernetes' words.
public final class TypeMismatchException extends Exception {
    private static final long serialVersionUID = 1;

    TypeMismatchException(String message) {
        super(message);
    }
}
