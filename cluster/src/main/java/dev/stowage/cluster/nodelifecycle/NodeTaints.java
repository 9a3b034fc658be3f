package dev.stowage.cluster.nodelifecycle;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.kube.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The taints that follow from how a node is.
public final class NodeTaints {
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    public static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    private static final String MEMORY = "node.kubernetes.io/memory-pressure";
    private static final String DISK = "node.kubernetes.io/disk-pressure";
    private static final String PROCESSES = "node.kubernetes.io/pid-pressure";
    private static final String NETWORK = "node.kubernetes.io/network-unavailable";
    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String NO_EXECUTE = "NoExecute";
    private static final Set<String> KEEPING_OFF =
            Set.of(NOT_READY, UNREACHABLE, UNSCHEDULABLE, MEMORY, DISK, PROCESSES, NETWORK);
    private static final Set<String> DRIVING_OUT = Set.of(NOT_READY, UNREACHABLE);

    private NodeTaints() {}

    /// @param mayDriveOut whether pods may be made to leave
    static List<Taint> of(Node node, boolean mayDriveOut, Instant now) {
        List<Taint> wanted = new ArrayList<>();
        Instant time = now.truncatedTo(ChronoUnit.SECONDS);
        for (StatusCondition condition : node.conditions()) {
            String key = key(condition);
            if (!key.isEmpty()) {
                wanted.add(new Taint(key, "", NO_SCHEDULE, time));
                if (mayDriveOut && DRIVING_OUT.contains(key)) {
                    wanted.add(new Taint(key, "", NO_EXECUTE, time));
                }
            }
        }
        if (node.unschedulable()) {
            wanted.add(new Taint(UNSCHEDULABLE, "", NO_SCHEDULE, time));
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
            case "Ready=False" -> NOT_READY;
            case "Ready=Unknown" -> UNREACHABLE;
            case "MemoryPressure=True" -> MEMORY;
            case "DiskPressure=True" -> DISK;
            case "PIDPressure=True" -> PROCESSES;
            case "NetworkUnavailable=True" -> NETWORK;
            default -> "";
        };
    }

    private static boolean isSame(Taint one, Taint other) {
        return one.key().equals(other.key()) && one.effect().equals(other.effect());
    }

    private static boolean isOurs(Taint taint) {
        return (taint.effect().equals(NO_SCHEDULE) && KEEPING_OFF.contains(taint.key()))
                || (taint.effect().equals(NO_EXECUTE) && DRIVING_OUT.contains(taint.key()));
    }
}
