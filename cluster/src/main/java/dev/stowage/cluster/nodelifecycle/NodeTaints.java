package dev.stowage.cluster.nodelifecycle;

import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.kube.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The taints that follow from the conditions of a node.
public final class NodeTaints {

    private static final Set<String> KEEPING_OFF = Set.of(
            NodeKeys.NOT_READY,
            NodeKeys.UNREACHABLE,
            NodeKeys.UNSCHEDULABLE,
            NodeKeys.MEMORY_PRESSURE,
            NodeKeys.DISK_PRESSURE,
            NodeKeys.PID_PRESSURE,
            NodeKeys.NETWORK_UNAVAILABLE);
    private static final Set<String> DRIVING_OUT = Set.of(NodeKeys.NOT_READY, NodeKeys.UNREACHABLE);

    private NodeTaints() {}

    /// @param mayDriveOut whether pods may be evicted
    static List<Taint> of(Node node, boolean mayDriveOut, Instant now) {
        List<Taint> wanted = new ArrayList<>();
        Instant time = now.truncatedTo(ChronoUnit.SECONDS);
        for (StatusCondition condition : node.conditions()) {
            String key = key(condition);
            if (!key.isEmpty()) {
                wanted.add(new Taint(key, "", TaintEffect.NO_SCHEDULE, time));
                if (mayDriveOut && DRIVING_OUT.contains(key)) {
                    wanted.add(new Taint(key, "", TaintEffect.NO_EXECUTE, time));
                }
            }
        }
        if (node.unschedulable()) {
            wanted.add(new Taint(NodeKeys.UNSCHEDULABLE, "", TaintEffect.NO_SCHEDULE, time));
        }
        List<Taint> taints = new ArrayList<>();
        for (Taint taint : node.taints()) {
            boolean known = wanted.removeIf(one -> isSame(one, taint));
            if (known || !isOurs(taint)) {
                taints.add(taint);
            }
        }
        taints.addAll(wanted);
        return taints;
    }

    private static String key(StatusCondition condition) {
        return switch (condition.type() + "=" + condition.status()) {
            case "Ready=False" -> NodeKeys.NOT_READY;
            case "Ready=Unknown" -> NodeKeys.UNREACHABLE;
            case "MemoryPressure=True" -> NodeKeys.MEMORY_PRESSURE;
            case "DiskPressure=True" -> NodeKeys.DISK_PRESSURE;
            case "PIDPressure=True" -> NodeKeys.PID_PRESSURE;
            case "NetworkUnavailable=True" -> NodeKeys.NETWORK_UNAVAILABLE;
            default -> "";
        };
    }

    private static boolean isSame(Taint one, Taint other) {
        return one.key().equals(other.key()) && one.effect().equals(other.effect());
    }

    private static boolean isOurs(Taint taint) {
        return (taint.effect().equals(TaintEffect.NO_SCHEDULE) && KEEPING_OFF.contains(taint.key()))
                || (taint.effect().equals(TaintEffect.NO_EXECUTE) && DRIVING_OUT.contains(taint.key()));
    }
}
