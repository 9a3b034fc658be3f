package dev.stowage.cli.promote;

import java.util.Arrays;

/// How far a standby is, as its mover writes it.
enum StandbyPhase {
    PENDING("Pending"),
    COPYING("Copying"),
    READY("Ready"),
    PROMOTING("Promoting"),
    PROMOTED("Promoted");

    private final String text;

    StandbyPhase(String text) {
        this.text = text;
    }

    /// A new object has none, and is pending.
    static StandbyPhase of(String text) {
        return Arrays.stream(values())
                .filter(phase -> phase.text.equals(text))
                .findFirst()
                .orElse(PENDING);
    }
}
