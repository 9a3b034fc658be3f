package dev.stowage.k8s;

/// A text is not a label selector.
public final class InvalidSelectorException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    InvalidSelectorException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /// The message, in the words of Kubernetes.
    public String reason() {
        return reason;
    }
}
