package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether there is something to keep a copy of. A standby is a lasting wish, so what is missing is awaited.
final class StandbyStartDecision {
    private final StandbyState state;

    private StandbyStartDecision(StandbyState state) {
        this.state = state;
    }

    static List<StandbyAction> decide(StandbyState state) {
        return new StandbyStartDecision(state).decide();
    }

    private List<StandbyAction> decide() {
        Optional<String> missing = missing();
        if (missing.isPresent()) {
            return StandbyDecision.await(missing.get());
        }
        PersistentVolume volume = state.volume().orElseThrow().object();
        if (!volume.isOf(state.driver())) {
            return List.of(); // the mover of its driver decides
        }
        if (!state.mover().isEmpty()) {
            return StandbyDecision.await("the volume is being moved by VolumeMove " + state.mover());
        }
        List<String> sources = state.nodes().of(volume);
        if (sources.size() != 1) {
            return StandbyDecision.await("the volume does not belong to one node, so it needs no standby");
        }
        if (sources.getFirst().equals(state.node())) {
            return StandbyDecision.await(
                    "the volume is on node %s; a standby must be on another node".formatted(state.node()));
        }
        return begin(volume, sources.getFirst());
    }

    private Optional<String> missing() {
        if (state.claim().isEmpty()) {
            return Optional.of("claim %s not found".formatted(state.standby().claim()));
        }
        PersistentVolumeClaim claim = state.claim().get();
        boolean isBound = claim.status().phase().equals("Bound")
                && !claim.isBeingDeleted()
                && state.volume()
                        .map(live -> live.object().claim())
                        .filter(reference -> reference.uid().equals(claim.meta().uid()))
                        .isPresent();
        if (!isBound) {
            return Optional.of("claim %s is not bound to a volume".formatted(claim.key()));
        }
        return state.volume().orElseThrow().object().csi() == null
                ? Optional.of("the volume of claim %s has no CSI driver".formatted(claim.key()))
                : Optional.empty();
    }

    private List<StandbyAction> begin(PersistentVolume volume, String source) {
        Optional<Map<String, String>> topology = state.nodes().topology(state.node(), state.driver());
        if (topology.isEmpty() || topology.get().isEmpty()) {
            return StandbyDecision.await("waiting for driver %s on node %s".formatted(state.driver(), state.node()));
        }
        if (!state.standby().meta().hasFinalizer(MoverKeys.FINALIZER)) {
            return List.of(new StandbyAction.AddFinalizer());
        }
        String handle = state.volume().orElseThrow().handle().orElse("");
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> StandbyDecision.await("waiting for the driver of this node: " + why);
            case CopyState.Present(Copy copy)
            when copy.getState() == Copy.State.RECEIVING
                    || copy.getState() == Copy.State.STANDBY
                    || copy.getState() == Copy.State.DELETING ->
                StandbyDecision.removeCopy(state, handle, copy.getGeneration());
            case CopyState.Present copy ->
                StandbyDecision.await("node %s still has an older copy of the volume (%s); delete it first"
                        .formatted(state.node(), copy));
            case CopyState.Absent() ->
                List.of(new StandbyAction.WriteStatus(state.status()
                        .phase(StandbyPhase.COPYING)
                        .subject(new MoveSubject(
                                source,
                                state.driver(),
                                volume.meta().name(),
                                handle,
                                state.claim().orElseThrow().meta().uid(),
                                SwitchedVolume.generation(volume) + 1,
                                topology.get()))
                        .message("copying the volume from node " + source)));
        };
    }
}
