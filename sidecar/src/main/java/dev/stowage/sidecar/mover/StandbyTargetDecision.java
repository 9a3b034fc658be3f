package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Taint;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Which node keeps the standby of a volume: one that pods could run on, with the driver, and the fewest standbys.
/// Pure.
///
/// @param standbys how many each node keeps
record StandbyTargetDecision(
        String driver,
        String topologyKey,
        Collection<Node> nodes,
        Collection<CsiNode> csiNodes,
        Map<String, Long> standbys) {

    static Map<String, Long> count(Collection<VolumeStandby> standbys) {
        return standbys.stream()
                .filter(standby -> standby.status().phase() != StandbyPhase.PROMOTED)
                .map(standby -> standby.spec().targetNode())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /// @param source the node of the volume
    Optional<String> choose(Node source) {
        return nodes.stream()
                .filter(node -> !node.meta().name().equals(source.meta().name()))
                .filter(node -> node.ready() && !node.unschedulable() && takesPods(node))
                .filter(this::hasDriver)
                .filter(node -> topologyKey.isEmpty() || isApart(node, source))
                .map(node -> node.meta().name())
                .min(Comparator.comparing((String name) -> standbys.getOrDefault(name, 0L))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean takesPods(Node node) {
        return node.taints().stream().map(Taint::effect).allMatch("PreferNoSchedule"::equals);
    }

    private boolean hasDriver(Node node) {
        return csiNodes.stream()
                .filter(found -> found.meta().name().equals(node.meta().name()))
                .anyMatch(found -> found.driver(driver).isPresent());
    }

    private boolean isApart(Node node, Node source) {
        String value = node.meta().labels().getOrDefault(topologyKey, "");
        return !value.isEmpty() && !value.equals(source.meta().labels().get(topologyKey));
    }
}
