package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the copy the volume, because the node of the volume is lost. The writes since the last snapshot are gone, so
/// it is never done while that node may be alive, unless a user says otherwise.
final class PromotionDecision {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final StandbyState state;
    private final MoveSubject subject;

    private PromotionDecision(StandbyState state) {
        this.state = state;
        this.subject = state.subject();
    }

    static boolean isWanted(StandbyState state) {
        StandbySpec spec = state.standby().spec();
        return spec.promote()
                || (spec.promoteWhenOutOfService() && state.liveness().isOutOfService());
    }

    static List<StandbyAction> begin(StandbyState state) {
        return new PromotionDecision(state).begin();
    }

    static List<StandbyAction> decide(StandbyState state) {
        return new PromotionDecision(state).forward();
    }

    private List<StandbyAction> begin() {
        if (state.liveness().isOutOfService() && isMountedAtSource()) {
            // Kubernetes ends the pods of such a node. Until then nothing has to be given up.
            return List.of(new StandbyAction.Await(
                    "waiting for node %s to unmount the volume".formatted(subject.sourceNode()), PAUSE));
        }
        Optional<Instant> copiedAt = state.status().snapshots().base().flatMap(StandbySnapshot::takenAt);
        Optional<String> refusal = refusal(copiedAt.isPresent());
        if (refusal.isPresent()) {
            if (state.isHeld()) {
                return List.of(new StandbyAction.ReleaseVolume());
            }
            String why = "cannot promote the copy: " + refusal.get();
            List<StandbyAction> actions = new ArrayList<>();
            if (!state.status().message().equals(why)) {
                actions.add(new StandbyAction.Report(true, MoveEventReasons.PROMOTION_REFUSED, why));
            }
            actions.addAll(StandbyDecision.await(why));
            return actions;
        }
        if (!state.isHeld()) {
            // Another standby of the volume, or a move, could otherwise hand out the same generation.
            return List.of(new StandbyAction.HoldVolume());
        }
        LiveVolume volume = state.volume().orElseThrow();
        Promotion promotion = new Promotion(
                state.now(),
                copiedAt.orElseThrow(),
                state.liveness().renewed(),
                SwitchedVolume.savedFrom(volume.json()),
                Optional.empty());
        String text = "the copy on node %s becomes the volume; %s".formatted(state.node(), promotion.loss());
        return List.of(
                new StandbyAction.WriteStatus(state.status()
                        .phase(StandbyPhase.PROMOTING)
                        .subject(subject.generation(generation(volume)))
                        .promotion(promotion)
                        .message(text)),
                new StandbyAction.Report(true, MoveEventReasons.PROMOTING, text));
    }

    /// Above all that are known: of two copies with one generation both could be active.
    private long generation(LiveVolume volume) {
        long known = Math.max(subject.generation(), SwitchedVolume.generation(volume.object()));
        long atSource = state.sourceCopy() instanceof CopyState.Present(Copy copy) ? copy.getGeneration() : 0;
        return 1 + Math.max(known, atSource);
    }

    private boolean isMountedAtSource() {
        return state.sourceCopy() instanceof CopyState.Present(Copy copy) && copy.getInUse();
    }

    private Optional<String> refusal(boolean isComplete) {
        String source = subject.sourceNode();
        if (!isComplete) {
            return Optional.of("node %s has no complete copy yet".formatted(state.node()));
        }
        if (state.volume().isEmpty() || !state.mover().isEmpty()) {
            return Optional.of("the volume is being moved");
        }
        if (state.targetCopy() instanceof CopyState.Unknown(String why)) {
            return Optional.of("the driver of node %s does not answer: %s".formatted(state.node(), why));
        }
        if (state.targetCopy() instanceof CopyState.Absent) {
            return Optional.of("the driver of node %s has lost the copy".formatted(state.node()));
        }
        if (isMountedAtSource()) {
            return Optional.of("node %s answers, and has the volume mounted; use \"stowage move\"".formatted(source));
        }
        boolean isDown = state.liveness().isOutOfService()
                || state.standby().spec().nodeIsDown()
                || !state.liveness().isFresh(state.now());
        return isDown
                ? Optional.empty()
                : Optional.of(("node %s renews its lease, so it may be alive; use \"stowage move\", or taint"
                                + " the node with node.kubernetes.io/out-of-service, or use --node-is-down")
                        .formatted(source));
    }

    private List<StandbyAction> forward() {
        Promotion promotion = state.status().promotion().orElseThrow();
        if (state.sourceCopy() instanceof CopyState.Present present) {
            if (present.is(Copy.State.ACTIVE) && present.copy().getGeneration() < subject.generation()) {
                return List.of(new StandbyAction.FenceSource());
            }
            if (present.copy().getInUse()) {
                return awaitSource(present);
            }
        }
        return promotion.context().isPresent() ? switchVolume(promotion) : activate();
    }

    /// It answers, so its pods can end as they should, and nothing more is written there.
    private List<StandbyAction> awaitSource(CopyState.Present present) {
        List<Pod> staying = state.use().staying(subject.sourceNode());
        StandbyAction await = new StandbyAction.Await(
                "waiting for node %s to unmount the volume, its copy is %s".formatted(subject.sourceNode(), present),
                PAUSE);
        return staying.isEmpty() ? List.of(await) : List.of(new StandbyAction.DeletePods(staying, false), await);
    }

    private List<StandbyAction> activate() {
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> StandbyDecision.await("waiting for the driver of this node: " + why);
            case CopyState.Absent() ->
                StandbyDecision.await("the driver of node %s has lost the copy".formatted(state.node()));
            // What had come of the next difference is removed; the complete copy stays.
            case CopyState.Present present
            when present.is(Copy.State.RECEIVING) ->
                List.of(new StandbyAction.AbandonCopy(subject.volumeHandle(), subject.generation()));
            case CopyState.Present _ -> List.of(new StandbyAction.ActivateCopy());
        };
    }

    private List<StandbyAction> switchVolume(Promotion promotion) {
        List<Pod> lost = state.use().pods().stream()
                .filter(pod -> pod.nodeName().equals(subject.sourceNode()))
                .toList();
        if (!lost.isEmpty()) {
            boolean isReachable = state.sourceCopy() instanceof CopyState.Present;
            return List.of(
                    new StandbyAction.DeletePods(lost, !isReachable),
                    new StandbyAction.Await("waiting for pods to end: " + SwitchDecision.names(lost), PAUSE));
        }
        SwitchAction action = SwitchDecision.decide(new SwitchState(
                subject,
                promotion.savedVolume(),
                state.volume(),
                state.claim().filter(_ -> state.isClaimThere()),
                state.targetCopy(),
                promotion.context().orElseThrow(),
                state.use(),
                promotion.at(),
                // The lost copy is not fenced. Only the generation in the attributes, which cannot be patched, keeps
                // it from being mounted when its node returns.
                false));
        return switch (action) {
            case SwitchAction.Save(var volume) ->
                List.of(new StandbyAction.WriteStatus(state.status().promotion(promotion.saved(volume))));
            case SwitchAction.RemovePods(var pods) ->
                List.of(new StandbyAction.DeletePods(pods, false), new StandbyAction.Await("detaching", PAUSE));
            case SwitchAction.Await(String what) -> List.of(new StandbyAction.Await(what, PAUSE));
            case SwitchAction.Conflict(String what) -> StandbyDecision.await(what);
            case SwitchAction.PatchAffinity _,
                    SwitchAction.SetRetain _,
                    SwitchAction.Delete _,
                    SwitchAction.RemoveFinalizer _,
                    SwitchAction.Create _,
                    SwitchAction.RestorePolicy _ -> List.of(new StandbyAction.ChangeVolume(action));
            case SwitchAction.Finished() -> finished(promotion);
        };
    }

    private List<StandbyAction> finished(Promotion promotion) {
        String text = "volume %s is on node %s; %s".formatted(subject.volumeName(), state.node(), promotion.loss());
        return List.of(
                new StandbyAction.WriteStatus(
                        state.status().phase(StandbyPhase.PROMOTED).message(text)),
                new StandbyAction.Report(true, MoveEventReasons.PROMOTED, text));
    }
}
