package dev.stowage.k8s.cron;

/// A text is not a schedule.
public final class InvalidScheduleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    InvalidScheduleException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /// The message, in the words of Kubernetes.
    public String reason() {
        return reason;
    }
}
