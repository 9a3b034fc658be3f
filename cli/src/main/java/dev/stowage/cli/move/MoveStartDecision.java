package dev.stowage.cli.move;

import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether a move is to be created. Pure. What only the mover knows, it reports itself.
final class MoveStartDecision {
    private final MoveStartState state;
    private final String claim;
    private final String target;

    private MoveStartDecision(MoveStartState state) {
        this.state = state;
        this.claim = "pvc/" + state.options().claim();
        this.target = state.options().target();
    }

    static MoveStart decide(MoveStartState state) {
        return new MoveStartDecision(state).decide();
    }

    private MoveStart decide() {
        if (state.claim().isEmpty()) {
            return new MoveStart.Refuse(
                    claim + " not found in namespace " + state.options().namespace());
        }
        // Before the claim is looked at: during a move it can be lost for a moment.
        Optional<VolumeMove> same = state.moves().stream()
                .filter(move -> move.targetNode().equals(target) && !move.cancel())
                .findFirst();
        if (same.isPresent()) {
            return new MoveStart.Resume(same.get());
        }
        if (!state.moves().isEmpty()) {
            return other(state.moves().getFirst());
        }
        return state.nodes().stream()
                .map(Node::meta)
                .filter(node -> node.name().equals(target))
                .findFirst()
                .map(_ -> bound(state.claim().get()))
                .orElseGet(this::noNode);
    }

    private MoveStart other(VolumeMove move) {
        return new MoveStart.Refuse(
                move.cancel()
                        ? "%s is being moved to node %s by VolumeMove %s, which is being cancelled; wait for its end"
                                .formatted(claim, move.targetNode(), move.key())
                        : "%s is being moved to node %s by VolumeMove %s; wait for its end, or cancel it: %s"
                                .formatted(
                                        claim,
                                        move.targetNode(),
                                        move.key(),
                                        state.options().cancelCommand()));
    }

    private MoveStart noNode() {
        List<String> names =
                state.nodes().stream().map(node -> node.meta().name()).toList();
        return new MoveStart.Refuse("node " + target + " not found"
                + SpellingSuggestion.nearest(target, names)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(""));
    }

    private MoveStart bound(PersistentVolumeClaim found) {
        if (!found.status().isBound() || state.volume().isEmpty()) {
            return new MoveStart.Refuse("%s is not bound to a volume; see: stowage explain %s".formatted(claim, claim));
        }
        PersistentVolume volume = state.volume().get();
        List<String> places = state.nodes().stream()
                .filter(node -> volume.isUsableOn(node.meta()))
                .map(node -> node.meta().name())
                .toList();
        if (places.equals(List.of(target))) {
            return new MoveStart.AlreadyThere("The volume of %s is on node %s already.".formatted(claim, target));
        }
        if (places.contains(target)) {
            return new MoveStart.AlreadyThere(
                    "The volume of %s does not belong to one node; it can be used on node %s already."
                            .formatted(claim, target));
        }
        CsiSource csi = volume.csi();
        return csi == null
                ? new MoveStart.Refuse("volume %s of %s has no CSI driver, so nothing can move it"
                        .formatted(volume.meta().name(), claim))
                : new MoveStart.Create(note(csi.driver(), places));
    }

    /// The move is created all the same: a mover may be starting.
    private String note(String driver, List<String> places) {
        String missing = Stream.concat(places.stream(), Stream.of(target))
                .filter(node -> !state.movers().has(driver, node))
                .collect(Collectors.joining(" and "));
        return missing.isEmpty()
                ? ""
                : "No mover of driver %s is known on %s; the move waits for it (run the role mover there)."
                        .formatted(driver, missing);
    }
}
