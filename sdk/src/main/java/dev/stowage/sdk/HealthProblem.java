package dev.stowage.sdk;

/// A problem of a volume. A volume without problems is healthy.
///
/// @param kind the severity
/// @param reason one word for programs, such as `ImageMissing`; together with the kind it is unique for a volume
/// @param message for people: what happened and what to do
public record HealthProblem(Kind kind, String reason, String message) {

    /// With the numbers of the protocol.
    public enum Kind {
        DEGRADED(1),
        INACCESSIBLE(2),
        DATA_LOSS(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }
    }
}
