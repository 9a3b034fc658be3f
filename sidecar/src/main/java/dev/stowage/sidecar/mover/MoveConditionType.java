package dev.stowage.sidecar.mover;

import java.util.Arrays;
import java.util.Optional;

/// What a condition of a move is about.
enum MoveConditionType {
    /// The target has everything, the last difference included.
    COPIED("Copied"),
    SOURCE_FENCED("SourceFenced"),
    /// Which way the move goes. `Unknown`: the copy at the target may be the volume, so it must become it.
    /// `False`: it will never be.
    TARGET_ACTIVE("TargetActive"),
    VOLUME_SWITCHED("VolumeSwitched"),
    SOURCE_REMOVED("SourceRemoved");

    private final String text;

    MoveConditionType(String text) {
        this.text = text;
    }

    static Optional<MoveConditionType> of(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}
