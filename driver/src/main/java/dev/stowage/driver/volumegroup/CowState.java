package dev.stowage.driver.volumegroup;

/// Whether a snapshot that copies on write still shows its point in time.
public enum CowState {
    /// It is not active, or not such a snapshot.
    UNKNOWN,
    VALID,
    /// It had no room for what its origin overwrote, and shows nothing any more.
    INVALID;

    /// @param text as the report has it
    static CowState of(String text) {
        return switch (text) {
            case "0" -> VALID;
            case "1" -> INVALID;
            default -> UNKNOWN;
        };
    }
}
