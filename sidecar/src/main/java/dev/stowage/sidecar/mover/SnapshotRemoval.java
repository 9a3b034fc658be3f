package dev.stowage.sidecar.mover;

import io.grpc.Status;

/// Deletes a snapshot that was taken for another node, or that may have been.
final class SnapshotRemoval {

    private SnapshotRemoval() {}

    /// Only the driver knows the id of a snapshot whose name is known; the call that takes it answers that.
    ///
    /// @param id empty when it is not known
    static void remove(CopyDriver source, String volume, String name, String id) throws PeerCallException {
        if (!id.isEmpty()) {
            source.deleteSnapshot(volume, id);
            return;
        }
        try {
            source.deleteSnapshot(volume, source.createSnapshot(volume, name).id());
        } catch (PeerCallException e) {
            // The driver cannot take it, so it has not: for one that exists, the call would have answered its id.
            if (!isFinal(e.code())) {
                throw e;
            }
        }
    }

    private static boolean isFinal(Status.Code code) {
        return code == Status.Code.INVALID_ARGUMENT
                || code == Status.Code.UNIMPLEMENTED
                || code == Status.Code.NOT_FOUND
                || code == Status.Code.RESOURCE_EXHAUSTED;
    }
}
