package dev.stowage.sidecar.mover;

/// A part of the time in which no pod can use the volume.
enum PausePart {
    /// From the fence until nothing uses the volume at the source.
    POD_END("podEndMillis"),
    DIFFERENCE("differenceMillis"),
    /// Until the PersistentVolume names the target.
    SWITCH("switchMillis"),
    /// Until a pod runs at the target.
    START("startMillis");

    private final String field;

    PausePart(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }
}
