package dev.stowage.sidecar.mover;

import java.util.Arrays;

/// How far a standby is.
enum StandbyPhase {
    PENDING("Pending"),
    /// The first copy is on its way.
    COPYING("Copying"),
    /// There is a complete copy.
    READY("Ready"),
    /// The copy becomes the volume.
    PROMOTING("Promoting"),
    /// The copy is the volume. The end, once the old copy has become a snapshot.
    PROMOTED("Promoted");

    private final String text;

    StandbyPhase(String text) {
        this.text = text;
    }

    /// As it is written in objects. A new object has none, and is pending.
    static StandbyPhase of(String text) {
        return Arrays.stream(values())
                .filter(phase -> phase.text.equals(text))
                .findFirst()
                .orElse(PENDING);
    }

    @Override
    public String toString() {
        return text;
    }
}
