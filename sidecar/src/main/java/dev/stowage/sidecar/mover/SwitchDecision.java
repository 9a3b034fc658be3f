package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Makes a PersistentVolume name the target: by a change of its affinity where the server allows that, otherwise by
/// deleting and creating it. Pure. There is no record of the last step: after a kill, or a write whose answer was
/// lost, the objects say what is next.
final class SwitchDecision {
    private static final String BOUND = "Bound";

    private final SwitchState state;
    private final SwitchedVolume switched;

    private SwitchDecision(SwitchState state) {
        this.state = state;
        this.switched = new SwitchedVolume(state.saved(), state.subject(), state.context());
    }

    static SwitchAction decide(SwitchState state) {
        return new SwitchDecision(state).decide();
    }

    private SwitchAction decide() {
        Optional<LiveVolume> live = state.live();
        if (live.isEmpty()) {
            return create();
        }
        if (!isSame(live.get().object())) {
            return new SwitchAction.Conflict("volume %s was replaced by one that is not %s of driver %s; delete it or"
                            .formatted(
                                    state.subject().volumeName(),
                                    state.subject().volumeHandle(),
                                    state.subject().driver())
                    + " rename it, and the move goes on");
        }
        return switched.isNamed(live.get().object()) ? finish(live.get()) : replace(live.get());
    }

    private boolean isSame(PersistentVolume volume) {
        CsiSource csi = volume.csi();
        return csi != null
                && csi.driver().equals(state.subject().driver())
                && csi.handle().equals(state.subject().volumeHandle());
    }

    private SwitchAction create() {
        return switch (state.targetCopy()) {
            // Its claim was deleted, and its content by its policy.
            case CopyState.Absent() when state.claim().isEmpty() -> new SwitchAction.Finished();
            case CopyState.Absent() ->
                new SwitchAction.Await("the copy at the target was deleted; the volume is not created without it");
            case CopyState.Unknown(String why) ->
                new SwitchAction.Await("cannot read the state of the copy at the target: " + why);
            case CopyState.Present copy when copy.is(Copy.State.ACTIVE) -> new SwitchAction.Create(switched.object());
            case CopyState.Present copy -> new SwitchAction.Await("the copy at the target is not active: " + copy);
        };
    }

    private SwitchAction replace(LiveVolume live) {
        PersistentVolume volume = live.object();
        if (!switched.isSavedAs(live.json())) {
            return new SwitchAction.Save(SwitchedVolume.savedFrom(live.json()));
        }
        if (state.canPatchAffinity() && !volume.isBeingDeleted() && switched.isAffinityEnough(volume)) {
            return new SwitchAction.PatchAffinity(live, switched.affinity());
        }
        if (!volume.reclaimPolicy().equals(SwitchedVolume.RETAIN)) {
            return new SwitchAction.SetRetain(live);
        }
        // With the policy Retain the provisioner would remove it, too; but it may be on a node that is down.
        if (volume.meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER)) {
            return new SwitchAction.RemoveFinalizer(live, StorageFinalizers.EXTERNAL_PROVISIONER);
        }
        return volume.isBeingDeleted() ? release(live) : delete(live);
    }

    private SwitchAction delete(LiveVolume live) {
        List<Pod> running = state.use().running();
        if (!running.isEmpty()) {
            return new SwitchAction.Await("waiting for pods to end: " + names(running));
        }
        if (state.use().isAttached()) {
            List<Pod> hanging = state.use().hanging(state.subject().sourceNode(), state.fenced());
            return hanging.isEmpty()
                    ? new SwitchAction.Await("waiting for the volume to be detached")
                    : new SwitchAction.RemovePods(hanging);
        }
        // A deletion cannot be taken back, and the volume is not there until the last finalizer is gone.
        List<String> foreign = SwitchedVolume.foreignFinalizers(live.object());
        return foreign.isEmpty()
                ? new SwitchAction.Delete(live)
                : new SwitchAction.Await("waiting for finalizers of the volume: " + String.join(", ", foreign));
    }

    private SwitchAction release(LiveVolume live) {
        PersistentVolume volume = live.object();
        if (volume.meta().hasFinalizer(StorageFinalizers.PV_PROTECTION)) {
            return new SwitchAction.RemoveFinalizer(live, StorageFinalizers.PV_PROTECTION);
        }
        return new SwitchAction.Await(
                volume.meta().finalizers().isEmpty()
                        ? "waiting for the volume to be deleted"
                        : "waiting for finalizers of the volume: "
                                + String.join(", ", volume.meta().finalizers()));
    }

    private SwitchAction finish(LiveVolume live) {
        PersistentVolume volume = live.object();
        boolean isSettled = state.claim()
                .map(claim ->
                        volume.phase().equals(BOUND) && claim.status().phase().equals(BOUND))
                .orElse(volume.phase().equals("Released") || volume.phase().equals("Failed"));
        if (!isSettled) {
            return new SwitchAction.Await(
                    state.claim().isPresent()
                            ? "waiting for claim and volume to be bound again"
                            : "waiting for the volume to be released; its claim was deleted");
        }
        String policy = SwitchedVolume.policyBefore(volume);
        return policy.isEmpty() ? new SwitchAction.Finished() : new SwitchAction.RestorePolicy(live, policy);
    }

    static String names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.meta().name()).sorted().collect(Collectors.joining(", "));
    }
}
