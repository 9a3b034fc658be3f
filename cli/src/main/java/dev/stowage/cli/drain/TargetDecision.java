package dev.stowage.cli.drain;

import dev.stowage.flags.ByteSize;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Chooses the node that a volume moves to: of those that can take it, the one with the most free capacity, and the
/// one with the fewest moves where no capacity is published. Pure.
final class TargetDecision {
    private final DrainCluster cluster;
    private final DrainOptions options;
    private final PlannedMoves planned;

    TargetDecision(DrainCluster cluster, DrainOptions options, PlannedMoves planned) {
        this.cluster = cluster;
        this.options = options;
        this.planned = planned;
    }

    private record Candidate(String node, long free, int moves) {
        static final Comparator<Candidate> BEST_FIRST = Comparator.comparingLong(Candidate::free)
                .reversed()
                .thenComparingInt(Candidate::moves)
                .thenComparing(Candidate::node);
    }

    TargetChoice decide(PersistentVolume volume, String driver) {
        List<String> objections = new ArrayList<>();
        List<Candidate> candidates = new ArrayList<>();
        for (Node node : considered()) {
            String name = node.meta().name();
            OptionalLong free = free(volume, node);
            objection(node, driver)
                    .or(() -> capacityObjection(volume, node, free))
                    .ifPresentOrElse(
                            why -> objections.add(name + " " + why),
                            () -> candidates.add(new Candidate(name, free.orElse(0), planned.count(name))));
        }
        options.targets().stream()
                .filter(name -> cluster.node(name).isEmpty())
                .sorted()
                .forEach(name -> objections.add(name + " does not exist"));
        return candidates.stream()
                .min(Candidate.BEST_FIRST)
                .<TargetChoice>map(best -> new TargetChoice.Chosen(best.node()))
                .orElseGet(() -> new TargetChoice.None(
                        objections.isEmpty()
                                ? "there is no other node"
                                : "no node can take it: " + String.join(", ", objections)));
    }

    private List<Node> considered() {
        return cluster.nodes().stream()
                .filter(node -> !node.meta().name().equals(options.node()))
                .filter(node -> options.targets().isEmpty()
                        || options.targets().contains(node.meta().name()))
                .toList();
    }

    private Optional<String> objection(Node node, String driver) {
        if (!node.ready()) {
            return Optional.of("is not ready");
        }
        if (node.unschedulable()) {
            return Optional.of("is cordoned");
        }
        // The pods of the volume may tolerate it; a user who names the node knows.
        boolean isTainted = options.targets().isEmpty()
                && node.taints().stream()
                        .anyMatch(taint -> List.of("NoSchedule", "NoExecute").contains(taint.effect()));
        if (isTainted) {
            return Optional.of("has a taint (name it with --to)");
        }
        Optional<CsiNode.Driver> registered = Optional.ofNullable(
                        cluster.csiNodes().get(node.meta().name()))
                .flatMap(csiNode -> csiNode.driver(driver));
        if (registered.isEmpty()) {
            return Optional.of("does not have driver " + driver);
        }
        if (!node.meta().labels().keySet().containsAll(registered.get().topologyKeys())) {
            return Optional.of("lacks labels of driver " + driver);
        }
        return cluster.movers().has(driver, node.meta().name()) ? Optional.empty() : Optional.of("has no mover");
    }

    private Optional<String> capacityObjection(PersistentVolume volume, Node node, OptionalLong free) {
        long needed = volume.capacity().value();
        if (free.isPresent() && free.getAsLong() < needed) {
            return Optional.of("has %s free of %s"
                    .formatted(ByteSize.format(Math.max(0, free.getAsLong())), ByteSize.format(needed)));
        }
        return capacities(volume)
                .filter(capacity -> matches(capacity, node.meta().labels()))
                .map(CsiStorageCapacity::largest)
                .filter(largest -> largest != null && largest.value() < needed)
                .findFirst()
                .map(largest -> "takes volumes up to " + ByteSize.format(largest.value()));
    }

    /// Empty if nothing is published for the class.
    private OptionalLong free(PersistentVolume volume, Node node) {
        if (capacities(volume).findAny().isEmpty()) {
            return OptionalLong.empty();
        }
        long published = capacities(volume)
                .filter(capacity -> matches(capacity, node.meta().labels()))
                .mapToLong(capacity -> value(capacity.capacity()))
                .max()
                .orElse(0);
        return OptionalLong.of(published - planned.bytes(node.meta().name()));
    }

    private Stream<CsiStorageCapacity> capacities(PersistentVolume volume) {
        return cluster.capacities().stream()
                .filter(capacity -> capacity.storageClass().equals(volume.effectiveClass()));
    }

    private static boolean matches(CsiStorageCapacity capacity, Map<String, String> labels) {
        return capacity.topology() != null && capacity.topology().matches(labels);
    }

    private static long value(@Nullable Quantity quantity) {
        return quantity == null ? 0 : quantity.value();
    }
}
