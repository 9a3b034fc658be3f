package dev.stowage.sidecar.mover;

import java.util.Arrays;

/// How far a move is.
enum MovePhase {
    PENDING("Pending"),
    COPYING("Copying"),
    /// From the attempt to fence the source until the PersistentVolume names the target.
    SWITCHING("Switching"),
    COMPLETING("Completing"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    CANCELLED("Cancelled");

    private final String text;

    MovePhase(String text) {
        this.text = text;
    }

    /// As it is written in objects. A new object has none, and is pending.
    static MovePhase of(String text) {
        return Arrays.stream(values())
                .filter(phase -> phase.text.equals(text))
                .findFirst()
                .orElse(PENDING);
    }

    boolean isEnded() {
        return switch (this) {
            case PENDING, COPYING, SWITCHING, COMPLETING -> false;
            case SUCCEEDED, FAILED, CANCELLED -> true;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
