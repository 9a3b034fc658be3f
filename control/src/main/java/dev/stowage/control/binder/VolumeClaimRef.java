package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.VolumeAnnotations;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.List;

/// A volume's pointer to its claim, set and taken back.
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

    /// What a controller has set goes; what the volume's maker has set stays, without the uid of a claim that went
    /// elsewhere.
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
