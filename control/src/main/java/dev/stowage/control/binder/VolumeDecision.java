package dev.stowage.control.binder;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides for a volume.
public final class VolumeDecision {
    private final VolumeState state;
    private final PersistentVolume volume;
    private final PatchBuilder<PersistentVolume> patchBuilder;
    private final boolean migrated;
    private final List<RecordEvent> events = new ArrayList<>();

    private VolumeDecision(VolumeState state) {
        this.state = state;
        this.volume = state.volume();
        this.patchBuilder = new PatchBuilder<>(Kinds.VOLUMES, volume);
        Map<String, @Nullable String> marks = MigrationAnnotations.ofVolume(volume.meta());
        patchBuilder.annotate(marks);
        this.migrated = marks.isEmpty()
                ? !volume.meta().annotation(VolumeAnnotations.MIGRATED_TO).isEmpty()
                : marks.get(VolumeAnnotations.MIGRATED_TO) != null;
        List<String> finalizers = MigrationAnnotations.finalizers(volume);
        if (!finalizers.equals(volume.meta().finalizers())) {
            patchBuilder.finalizers(finalizers);
        }
    }

    public static List<ClusterAction> decide(VolumeState state) {
        var decision = new VolumeDecision(state);
        decision.settle();
        List<ClusterAction> actions = new ArrayList<>(decision.patchBuilder.actions());
        actions.addAll(decision.events);
        return actions;
    }

    private void settle() {
        ObjectReference ref = volume.claim();
        PersistentVolumeClaim claim = state.claim();
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
            VolumePhase.set(patchBuilder, volume, VolumePhase.BOUND, "");
        } else if (volume.meta().annotations().containsKey(VolumeAnnotations.PROVISIONED_BY)
                && volume.reclaimPolicy().equals("Delete")) {
            // It was provisioned for this claim, which has another volume by now.
            release();
        } else {
            VolumeClaimRef.clear(patchBuilder, volume);
            available();
        }
    }

    /// It will be written as bound in a moment; that it was available is not worth a write.
    private boolean isAboutToBind(PersistentVolumeClaim claim) {
        boolean named = claim.volumeName().equals(volume.meta().name());
        return ClaimDecision.isUnbound(claim)
                && (named || (claim.volumeName().isEmpty() && VolumeClaimMatch.satisfies(volume, claim)));
    }

    private void available() {
        VolumePhase.set(patchBuilder, volume, VolumePhase.AVAILABLE, "");
    }

    private void warnOfMode(PersistentVolumeClaim claim) {
        events.add(RecordEvent.warning(
                volume.reference(),
                VolumeEventReasons.VOLUME_MISMATCH,
                "Cannot bind PersistentVolume to requested PersistentVolumeClaim \""
                        + claim.meta().name() + "\" due to incompatible volumeMode."));
        events.add(RecordEvent.warning(
                claim.reference(),
                VolumeEventReasons.VOLUME_MISMATCH,
                "Cannot bind PersistentVolume \"" + volume.meta().name()
                        + "\" to requested PersistentVolumeClaim due to incompatible volumeMode."));
    }

    private void release() {
        switch (ReclaimDecision.of(volume, migrated, state.users())) {
            case ReclaimDecision.NotOurs() -> released();
            case ReclaimDecision.InUse(String message) -> {
                released();
                events.add(RecordEvent.normal(volume.reference(), "VolumeFailedRecycle", message));
            }
            case ReclaimDecision.Refused(String reason, String message) -> {
                if (!volume.phase().equals(VolumePhase.FAILED)) {
                    VolumePhase.set(patchBuilder, volume, VolumePhase.FAILED, message);
                    events.add(RecordEvent.warning(volume.reference(), reason, message));
                }
            }
        }
    }

    /// Failed is final until a user acts.
    private void released() {
        if (!volume.phase().equals(VolumePhase.FAILED)) {
            VolumePhase.set(patchBuilder, volume, VolumePhase.RELEASED, "");
        }
    }
}
