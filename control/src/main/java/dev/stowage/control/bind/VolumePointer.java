package dev.stowage.control.bind;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;

/// A volume's pointer to its claim, set and taken back.
final class VolumePointer {

    private VolumePointer() {}

    static List<Act> to(PersistentVolumeClaim claim, PersistentVolume volume) {
        var draft = new Draft<>(Kinds.VOLUMES, volume);
        ObjectReference ref = volume.claim();
        if (ref == null
                || !ref.key().equals(claim.key())
                || !ref.uid().equals(claim.meta().uid())) {
            claim.reference().writeTo(draft.spec().putObject("claimRef"));
        }
        if (!Fit.isReserved(volume, claim) && !isOurs(volume)) {
            draft.annotate(Names.BOUND_BY_CONTROLLER, "yes");
        }
        VolumePhase.set(draft, volume, VolumePhase.BOUND, "");
        return draft.writes();
    }

    /// What a controller has set goes; what the volume's maker has set stays, without the uid of a claim that went
    /// elsewhere.
    static void takeBack(Draft<PersistentVolume> draft, PersistentVolume volume) {
        ObjectNode spec = draft.spec();
        if (isOurs(volume)) {
            spec.putNull("claimRef");
            draft.annotate(Names.BOUND_BY_CONTROLLER, null);
        } else {
            spec.putObject("claimRef").putNull("uid");
        }
    }

    private static boolean isOurs(PersistentVolume volume) {
        return volume.meta().annotations().containsKey(Names.BOUND_BY_CONTROLLER);
    }
}
