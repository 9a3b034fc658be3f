package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether a move can begin. Until it has, there is nothing to undo.
final class PendingDecision {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final MoveState state;

    private PendingDecision(MoveState state) {
        this.state = state;
    }

    static List<MoveAction> decide(MoveState state) {
        return new PendingDecision(state).decide();
    }

    private List<MoveAction> decide() {
        if (state.move().isCancelRequested()) {
            return end(MovePhase.CANCELLED, MoveEventReasons.MOVE_CANCELLED, "cancelled before it began");
        }
        Optional<String> objection = objection();
        if (objection.isPresent()) {
            return fail(objection.get());
        }
        PersistentVolume volume = state.volume().orElseThrow().object();
        if (!volume.isOf(state.driver())) {
            return List.of(); // the mover of its driver decides
        }
        List<String> sources = state.nodes().of(volume);
        if (sources.size() != 1) {
            return fail(
                    sources.isEmpty()
                            ? "no node matches the affinity of volume "
                                    + volume.meta().name()
                            : "volume %s is not on one node, but can be used on %s"
                                    .formatted(volume.meta().name(), String.join(", ", sources)));
        }
        if (sources.getFirst().equals(state.target())) {
            return fail("the volume is on node " + state.target() + " already");
        }
        if (state.rival().isPresent()) {
            return fail("claim %s is being moved by VolumeMove %s; wait for its end, or cancel it"
                    .formatted(state.move().claim(), state.rival().get().key()));
        }
        return target(sources.getFirst(), volume);
    }

    private Optional<String> objection() {
        if (state.claim().isEmpty()) {
            return Optional.of("claim %s not found".formatted(state.move().claim()));
        }
        PersistentVolumeClaim claim = state.claim().get();
        if (claim.isBeingDeleted()) {
            return Optional.of("claim %s is being deleted".formatted(claim.key()));
        }
        if (!claim.status().phase().equals("Bound")) {
            return Optional.of("claim %s is not bound to a volume".formatted(claim.key()));
        }
        if (state.volume().isEmpty()) {
            return Optional.of("volume %s not found".formatted(claim.volumeName()));
        }
        PersistentVolume volume = state.volume().get().object();
        if (volume.isBeingDeleted()) {
            return Optional.of(
                    "volume %s is being deleted".formatted(volume.meta().name()));
        }
        if (volume.csi() == null) {
            return Optional.of(
                    "volume %s has no CSI driver".formatted(volume.meta().name()));
        }
        if (state.volume().get().holder().startsWith(VolumeStandby.HOLDER_PREFIX)) {
            return Optional.of("volume %s is being replaced by its standby copy"
                    .formatted(volume.meta().name()));
        }
        List<String> foreign = SwitchedVolume.foreignFinalizers(volume);
        if (!foreign.isEmpty()) {
            return Optional.of("volume %s has finalizers of other programs, and could not be created again: %s"
                    .formatted(volume.meta().name(), String.join(", ", foreign)));
        }
        if (volume.claim() == null || !volume.claim().uid().equals(claim.meta().uid())) {
            return Optional.of(
                    "volume %s is not bound to claim %s".formatted(volume.meta().name(), claim.key()));
        }
        return Optional.empty();
    }

    private List<MoveAction> target(String source, PersistentVolume volume) {
        if (!state.nodes().isReady(state.target())) {
            return await("waiting for node %s to be ready".formatted(state.target()));
        }
        Optional<Map<String, String>> topology = state.nodes().topology(state.target(), state.driver());
        if (topology.isEmpty()) {
            return await("waiting for driver %s on node %s".formatted(state.driver(), state.target()));
        }
        if (topology.get().isEmpty()) {
            return fail("driver %s has no topology: its volumes do not belong to nodes".formatted(state.driver()));
        }
        if (!state.move().meta().hasFinalizer(MoverKeys.FINALIZER)) {
            return List.of(new MoveAction.AddFinalizer());
        }
        if (!state.isHeld()) {
            return List.of(new MoveAction.HoldVolume());
        }
        Optional<MoveSubject> recorded = state.status().subject();
        MoveSubject subject = subject(
                source,
                volume,
                topology.get(),
                recorded.map(MoveSubject::generation).orElse(0L));
        if (!recorded.equals(Optional.of(subject))) {
            return List.of(new MoveAction.WriteStatus(state.status().subject(subject)));
        }
        return switch (state.sourceCopy()) {
            case CopyState.Unknown(String why) -> await("node %s cannot be reached: %s".formatted(source, why));
            case CopyState.Absent() -> fail("the driver on node %s does not have the volume".formatted(source));
            case CopyState.Present copy
            when copy.is(Copy.State.ACTIVE) -> fresh(subject, copy.copy().getGeneration());
            case CopyState.Present copy -> fenced(source, copy);
        };
    }

    /// A move was removed by force between the fence and its end. Its target was this node, so this driver knows
    /// whether the copy here became the volume.
    private List<MoveAction> fenced(String source, CopyState.Present copy) {
        boolean isOurs =
                copy.is(Copy.State.FENCED) && copy.copy().getDestination().equals(state.target());
        boolean isSafe = state.targetCopy() instanceof CopyState.Absent
                || (state.targetCopy() instanceof CopyState.Present here
                        && (here.is(Copy.State.RECEIVING) || here.is(Copy.State.STANDBY)));
        return isOurs && isSafe
                ? List.of(new MoveAction.ActivateSource(
                        source, handle(), copy.copy().getGeneration() + 1))
                : fail("the copy on node %s is %s%s, because of a move that no longer exists"
                        .formatted(
                                source,
                                copy,
                                copy.copy().getDestination().isEmpty()
                                        ? ""
                                        : " for node " + copy.copy().getDestination()));
    }

    private List<MoveAction> fresh(MoveSubject subject, long generation) {
        // A late call about what is left here must not hit the new copy, so that has a higher generation than both.
        long next = 1 + Math.max(generation, leftBehind());
        if (subject.generation() < next) {
            return List.of(new MoveAction.WriteStatus(state.status().subject(subject.generation(next))));
        }
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> await("waiting for the driver of this node: " + why);
            case CopyState.Absent() -> begin(subject);
            // Left by a move that no longer exists.
            case CopyState.Present copy
            when copy.is(Copy.State.RECEIVING) || copy.is(Copy.State.STANDBY) || copy.is(Copy.State.DELETING) ->
                UndoDecision.removeTarget(state, handle(), copy.copy().getGeneration());
            // It lost against another copy, and may have what that one has not.
            case CopyState.Present copy ->
                fail("node %s still has an older copy of the volume (%s); delete it first"
                        .formatted(state.target(), copy));
        };
    }

    private long leftBehind() {
        return state.targetCopy() instanceof CopyState.Present(Copy copy) ? copy.getGeneration() : 0;
    }

    private MoveSubject subject(String source, PersistentVolume volume, Map<String, String> topology, long generation) {
        return new MoveSubject(
                source,
                state.driver(),
                volume.meta().name(),
                handle(),
                state.claim().orElseThrow().meta().uid(),
                generation,
                topology);
    }

    private List<MoveAction> begin(MoveSubject subject) {
        String text = "moving volume %s of claim %s from node %s to node %s"
                .formatted(subject.volumeName(), state.move().spec().claimName(), subject.sourceNode(), state.target());
        return List.of(
                new MoveAction.WriteStatus(
                        state.status().phase(MovePhase.COPYING).subject(subject).message(text)),
                new MoveAction.Report(false, MoveEventReasons.MOVE_STARTED, text));
    }

    private String handle() {
        return state.volume().flatMap(MoveState.LiveVolume::handle).orElse("");
    }

    private List<MoveAction> fail(String why) {
        return end(MovePhase.FAILED, MoveEventReasons.MOVE_FAILED, why);
    }

    private List<MoveAction> end(MovePhase phase, String reason, String why) {
        return List.of(
                new MoveAction.WriteStatus(state.status().phase(phase).message(why)),
                new MoveAction.Report(phase == MovePhase.FAILED, reason, why));
    }

    private static List<MoveAction> await(String what) {
        return List.of(new MoveAction.Await(what, PAUSE));
    }
}
