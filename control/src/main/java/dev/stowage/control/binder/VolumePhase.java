package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;

/// The phases of a volume.
final class VolumePhase {
    static final String AVAILABLE = "Available";
    static final String BOUND = "Bound";
    static final String RELEASED = "Released";
    static final String FAILED = "Failed";

    private VolumePhase() {}

    /// @param message empty for none; an earlier message does not stay
    static void set(
            PatchBuilder<PersistentVolume> patchBuilder, PersistentVolume volume, String phase, String message) {
        if (!volume.phase().equals(phase)) {
            patchBuilder.status().put("phase", phase).put("message", message.isEmpty() ? null : message);
        }
    }

    /// Whether its claim is deleted for good, and the phase says so.
    static boolean isOver(PersistentVolume volume) {
        return volume.phase().equals(RELEASED) || volume.phase().equals(FAILED);
    }
}
