package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.List;

/// A volume's claimRef: how it is set and removed.
final class VolumeClaimRef {

    private VolumeClaimRef() {}

    static List<ClusterAction> set(PersistentVolumeClaim claim, PersistentVolume volume) {
        var patchBuilder = new PatchBuilder<>(Kinds.VOLUMES, volume);
        ObjectReference ref = volume.claim();
        if (ref == null
                || !ref.key().equals(claim.key())
                || !ref.uid().equals(claim.meta().uid())) {
            claim.reference().writeTo(patchBuilder.spec().putObject("claimRef"));
        }
        if (!VolumeClaimMatch.isReserved(volume, claim) && !isOurs(volume)) {
            patchBuilder.annotate(VolumeAnnotations.BOUND_BY_CONTROLLER, "yes");
        }
        VolumePhase.set(patchBuilder, volume, VolumePhase.BOUND, "");
        return patchBuilder.actions();
    }

    /// A claimRef that a controller has set is removed. One that the user has set stays, without the uid of
    /// the former claim.
    static void clear(PatchBuilder<PersistentVolume> patchBuilder, PersistentVolume volume) {
        ObjectNode spec = patchBuilder.spec();
        if (isOurs(volume)) {
            spec.putNull("claimRef");
            patchBuilder.annotate(VolumeAnnotations.BOUND_BY_CONTROLLER, null);
        } else {
            spec.putObject("claimRef").putNull("uid");
        }
    }

    private static boolean isOurs(PersistentVolume volume) {
        return volume.meta().annotations().containsKey(VolumeAnnotations.BOUND_BY_CONTROLLER);
    }
}
