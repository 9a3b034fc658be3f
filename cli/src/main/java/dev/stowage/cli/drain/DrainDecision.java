package dev.stowage.cli.drain;

import dev.stowage.cli.move.MovePhase;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What becomes of each volume of the node. Pure. Decided from the objects alone, so a drain that is started again
/// goes on.
final class DrainDecision {
    private final DrainState state;
    private final PlannedMoves planned = new PlannedMoves();
    private final Set<String> claimsHere;
    private int running;

    private DrainDecision(DrainState state) {
        this.state = state;
        this.claimsHere = state.cluster().volumes().stream()
                .filter(this::isConcerned)
                .map(DrainDecision::claim)
                .collect(Collectors.toSet());
    }

    static List<DrainRow> decide(DrainState state) {
        return new DrainDecision(state).decide();
    }

    private List<DrainRow> decide() {
        List<PersistentVolume> volumes = state.cluster().volumes().stream()
                .filter(this::isConcerned)
                .sorted(Comparator.comparing((PersistentVolume volume) -> claim(volume))
                        .thenComparing(volume -> volume.meta().name()))
                .toList();
        List<VolumeMove> away = state.moves().stream().filter(this::isAway).toList();
        running = (int) away.stream().filter(move -> !move.isEnded()).count();
        state.moves().stream()
                .filter(move -> !move.isEnded() || away.contains(move))
                .forEach(this::plan);
        List<DrainRow> rows = new ArrayList<>();
        Set<String> shown = new HashSet<>();
        for (PersistentVolume volume : volumes) {
            rows.add(new DrainRow(
                    claim(volume), volume.meta().name(), volume.capacity().value(), outcome(volume)));
            shown.add(claim(volume));
        }
        // Those that have left, and those whose PersistentVolume is being created again.
        for (VolumeMove move : away.reversed()) {
            if (shown.add(move.claim().toString())) {
                rows.add(new DrainRow(
                        move.claim().toString(),
                        move.volumeName().isEmpty() ? "-" : move.volumeName(),
                        size(move),
                        move.isEnded() ? new VolumeOutcome.Ended(move) : new VolumeOutcome.Moving(move)));
            }
        }
        return rows;
    }

    private boolean isConcerned(PersistentVolume volume) {
        return state.cluster()
                .node(state.node())
                .map(node -> volume.isOnlyOn(node.meta())
                        || state.cluster().usedVolumes().contains(volume.meta().name()))
                .orElse(false);
    }

    /// A move away from the node that runs, or has ended while this command ran.
    private boolean isAway(VolumeMove move) {
        boolean isOurs = move.isOfDrain(state.node())
                || move.sourceNode().equals(state.node())
                || (move.sourceNode().isEmpty()
                        && claimsHere.contains(move.claim().toString()));
        return isOurs
                && !move.targetNode().equals(state.node())
                && !state.earlier().contains(move.meta().uid());
    }

    private void plan(VolumeMove move) {
        // Once it is copied, the node no longer counts its space as free.
        boolean takesSpace = List.of(MovePhase.PENDING, MovePhase.COPYING, MovePhase.SWITCHING)
                .contains(move.phase());
        planned.add(move.targetNode(), takesSpace ? size(move) : 0);
    }

    private long size(VolumeMove move) {
        return state.cluster().volumes().stream()
                .filter(volume -> claim(volume).equals(move.claim().toString()))
                .mapToLong(volume -> volume.capacity().value())
                .findFirst()
                .orElse(0);
    }

    private VolumeOutcome outcome(PersistentVolume volume) {
        List<String> others = state.cluster().placesOf(volume).stream()
                .filter(name -> !name.equals(state.node()))
                .toList();
        if (volume.nodeTerms().isEmpty()) {
            return new VolumeOutcome.NeedsNothing("usable on every node");
        }
        if (!others.isEmpty()) {
            return new VolumeOutcome.NeedsNothing("usable on " + String.join(", ", others));
        }
        CsiSource csi = volume.csi();
        if (csi == null) {
            return new VolumeOutcome.Stays("has no CSI driver");
        }
        if (volume.claim() == null || !volume.phase().equals("Bound")) {
            return new VolumeOutcome.Stays("is not bound to a claim");
        }
        return existing(volume).orElseGet(() -> fresh(volume, csi.driver()));
    }

    private Optional<VolumeOutcome> existing(PersistentVolume volume) {
        List<VolumeMove> moves = state.moves().stream()
                .filter(move -> move.claim().toString().equals(claim(volume)))
                .filter(move -> !state.earlier().contains(move.meta().uid()))
                .toList();
        return moves.stream()
                .filter(move -> !move.isEnded())
                .findFirst()
                .<VolumeOutcome>map(move -> move.targetNode().equals(state.node())
                        ? new VolumeOutcome.Waiting("arrives by VolumeMove " + move.key())
                        : new VolumeOutcome.Moving(move))
                .or(() -> moves.stream()
                        .filter(move -> isAway(move) && move.phase() != MovePhase.SUCCEEDED)
                        .reduce((_, last) -> last)
                        .map(VolumeOutcome.Ended::new));
    }

    private VolumeOutcome fresh(PersistentVolume volume, String driver) {
        if (!state.isCordoned()) {
            return new VolumeOutcome.Stays("node " + state.node() + " is no longer cordoned");
        }
        if (!state.cluster().movers().has(driver, state.node())) {
            return new VolumeOutcome.Stays("driver %s has no mover on node %s".formatted(driver, state.node()));
        }
        return switch (new TargetDecision(state.cluster(), state.options(), planned).decide(volume, driver)) {
            case TargetChoice.None(String why) -> new VolumeOutcome.Stays(why);
            case TargetChoice.Chosen _
            when running >= state.options().concurrency() -> new VolumeOutcome.Waiting("for another move to end");
            case TargetChoice.Chosen(String node) -> {
                running++;
                planned.add(node, volume.capacity().value());
                yield new VolumeOutcome.Start(node);
            }
        };
    }

    private static String claim(PersistentVolume volume) {
        return volume.claim() == null ? "-" : volume.claim().key().toString();
    }
}
