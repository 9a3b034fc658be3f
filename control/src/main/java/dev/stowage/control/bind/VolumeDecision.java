package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Act.Tell;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What to do about a volume, given what can be seen.
public final class VolumeDecision {
    private final VolumeSight sight;
    private final PersistentVolume volume;
    private final Draft<PersistentVolume> draft;
    private final boolean migrated;
    private final List<Tell> tells = new ArrayList<>();

    private VolumeDecision(VolumeSight sight) {
        this.sight = sight;
        this.volume = sight.volume();
        this.draft = new Draft<>(Kinds.VOLUMES, volume);
        Map<String, @Nullable String> marks = Migrated.ofVolume(volume.meta());
        draft.annotate(marks);
        this.migrated = marks.isEmpty()
                ? !volume.meta().annotation(CsiTranslator.MIGRATED_TO).isEmpty()
                : marks.get(CsiTranslator.MIGRATED_TO) != null;
        List<String> finalizers = Migrated.finalizers(volume);
        if (!finalizers.equals(volume.meta().finalizers())) {
            draft.finalizers(finalizers);
        }
    }

    public static List<Act> decide(VolumeSight sight) {
        var decision = new VolumeDecision(sight);
        decision.settle();
        List<Act> acts = new ArrayList<>(decision.draft.writes());
        acts.addAll(decision.tells);
        return acts;
    }

    private void settle() {
        ObjectReference ref = volume.claim();
        PersistentVolumeClaim claim = sight.claim();
        if (ref == null) {
            available();
        } else if (ref.uid().isEmpty()) {
            if (claim == null || !isAboutToBind(claim)) {
                available();
            }
        } else if (claim == null) {
            release();
        } else if (claim.volumeName().isEmpty()) {
            if (!claim.volumeMode().equals(volume.volumeMode())) {
                warnOfMode(claim);
            }
        } else if (claim.volumeName().equals(volume.meta().name())) {
            VolumePhase.set(draft, volume, VolumePhase.BOUND, "");
        } else if (volume.meta().annotations().containsKey(Names.PROVISIONED_BY)
                && volume.reclaimPolicy().equals("Delete")) {
            // It was made for this claim, which has another by now.
            release();
        } else {
            VolumePointer.takeBack(draft, volume);
            available();
        }
    }

    /// Then it is written as bound in a moment, and that it was available is not worth a write.
    private boolean isAboutToBind(PersistentVolumeClaim claim) {
        boolean named = claim.volumeName().equals(volume.meta().name());
        return ClaimDecision.isUnbound(claim) && (named || (claim.volumeName().isEmpty() && Fit.serves(volume, claim)));
    }

    private void available() {
        VolumePhase.set(draft, volume, VolumePhase.AVAILABLE, "");
    }

    private void warnOfMode(PersistentVolumeClaim claim) {
        tells.add(Tell.warning(
                volume.reference(),
                "VolumeMismatch",
                "Cannot bind PersistentVolume to requested PersistentVolumeClaim \""
                        + claim.meta().name() + "\" due to incompatible volumeMode."));
        tells.add(Tell.warning(
                claim.reference(),
                "VolumeMismatch",
                "Cannot bind PersistentVolume \"" + volume.meta().name()
                        + "\" to requested PersistentVolumeClaim due to incompatible volumeMode."));
    }

    private void release() {
        switch (Reclaim.of(volume, migrated, sight.users())) {
            case Reclaim.NotOurs() -> released();
            case Reclaim.InUse(String message) -> {
                released();
                tells.add(Tell.normal(volume.reference(), "VolumeFailedRecycle", message));
            }
            case Reclaim.Refused(String reason, String message) -> {
                if (!volume.phase().equals(VolumePhase.FAILED)) {
                    VolumePhase.set(draft, volume, VolumePhase.FAILED, message);
                    tells.add(Tell.warning(volume.reference(), reason, message));
                }
            }
        }
    }

    /// A failure stays to be seen.
    private void released() {
        if (!volume.phase().equals(VolumePhase.FAILED)) {
            VolumePhase.set(draft, volume, VolumePhase.RELEASED, "");
        }
    }
}
