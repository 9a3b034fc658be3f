package dev.stowage.cli.move;

import java.util.Arrays;

/// How far a move is, as its mover writes it.
public enum MovePhase {
    PENDING("Pending"),
    COPYING("Copying"),
    SWITCHING("Switching"),
    COMPLETING("Completing"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    CANCELLED("Cancelled");

    private final String text;

    MovePhase(String text) {
        this.text = text;
    }

    /// A new object has none, and is pending.
    static MovePhase of(String text) {
        return Arrays.stream(values())
                .filter(phase -> phase.text.equals(text))
                .findFirst()
                .orElse(PENDING);
    }

    public boolean isEnded() {
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
