package dev.stowage.sidecar.mover;

/// Which way a move goes. It is decided once, by one write that the server refuses if the move has changed
/// since it was read; so a cancellation and an activation cannot both be decided.
enum MoveDirection {
    OPEN,
    /// The copy at the source stays the volume.
    BACK,
    /// The copy at the target becomes the volume, or is it.
    FORWARD;

    static MoveDirection of(MoveConditions conditions) {
        return conditions
                .find(MoveConditionType.TARGET_ACTIVE)
                .map(condition -> switch (condition.status()) {
                    case TRUE, UNKNOWN -> FORWARD;
                    case FALSE -> BACK;
                })
                .orElse(OPEN);
    }
}
