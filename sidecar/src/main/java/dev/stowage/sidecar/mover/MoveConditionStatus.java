package dev.stowage.sidecar.mover;

import java.util.Arrays;

/// Whether a condition of a move holds.
enum MoveConditionStatus {
    TRUE("True"),
    FALSE("False"),
    UNKNOWN("Unknown");

    private final String text;

    MoveConditionStatus(String text) {
        this.text = text;
    }

    static MoveConditionStatus of(String text) {
        return Arrays.stream(values())
                .filter(status -> status.text.equals(text))
                .findFirst()
                .orElse(UNKNOWN);
    }

    @Override
    public String toString() {
        return text;
    }
}
