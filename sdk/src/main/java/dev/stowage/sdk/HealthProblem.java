package dev.stowage.sdk;

/// Something that is wrong with a volume. No problem at all is health.
///
/// @param kind how bad
/// @param reason one word for programs, such as `ImageMissing`; with the kind it is unique for a volume
/// @param message a sentence for people: what happened and what to do
public record HealthProblem(Kind kind, String reason, String message) {

    /// With the numbers of the wire.
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
