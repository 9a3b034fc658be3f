package dev.stowage.apiserver.schema;

/// A value does not match the type of its field. The message is that of Kubernetes.
public final class TypeMismatchException extends Exception {
    private static final long serialVersionUID = 1;

    TypeMismatchException(String message) {
        super(message);
    }
}
