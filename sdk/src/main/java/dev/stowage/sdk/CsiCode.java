package dev.stowage.sdk;

/// The status codes that the CSI specification gives a meaning to, with their numbers on the wire.
public enum CsiCode {
    INVALID_ARGUMENT(3),
    DEADLINE_EXCEEDED(4),
    NOT_FOUND(5),
    ALREADY_EXISTS(6),
    PERMISSION_DENIED(7),
    RESOURCE_EXHAUSTED(8),
    FAILED_PRECONDITION(9),
    ABORTED(10),
    OUT_OF_RANGE(11),
    UNIMPLEMENTED(12),
    INTERNAL(13),
    UNAVAILABLE(14),
    UNAUTHENTICATED(16);

    private final int number;

    CsiCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
