package dev.stowage.control.snapshot;

import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/// The volume of a claim, when the two are bound to each other.
final class SourceVolume {

    private SourceVolume() {}

    /// @param what is to be taken of it: a snapshot or a group snapshot
    static PersistentVolume behind(PersistentVolumeClaim claim, @Nullable PersistentVolume volume, String what)
            throws SnapshotException {
        if (!claim.status().isBound()) {
            throw new SnapshotException(
                    "the PVC " + claim.meta().name() + " is not yet bound to a PV, will not attempt to take a " + what);
        }
        if (volume == null) {
            throw new SnapshotException("failed to retrieve PV " + claim.volumeName() + " from the API server: "
                    + GoQuote.of("persistentvolumes \"" + claim.volumeName() + "\" not found"));
        }
        ObjectReference back = volume.claim();
        if (back == null
                || !back.key().equals(claim.key())
                || (!back.uid().isEmpty() && !back.uid().equals(claim.meta().uid()))) {
            throw new SnapshotException("claim in dataSource not bound or invalid");
        }
        return volume;
    }
}
