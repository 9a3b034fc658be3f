package dev.stowage.node.nodestatus;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// A condition of the Node object.
record NodeCondition(String type, String status, String reason, String message) {

    private static final List<NodeCondition> PRESSURES = List.of(
            new NodeCondition(
                    "MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
            new NodeCondition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            new NodeCondition(
                    "PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"));

    /// @param notReadyReasons what keeps the node from being ready
    static List<NodeCondition> all(Collection<String> notReadyReasons) {
        return Stream.concat(PRESSURES.stream(), Stream.of(ready(notReadyReasons)))
                .toList();
    }

    private static NodeCondition ready(Collection<String> notReadyReasons) {
        if (notReadyReasons.isEmpty()) {
            return new NodeCondition("Ready", "True", "KubeletReady", "kubelet is posting ready status");
        }
        String all = String.join(", ", notReadyReasons);
        return new NodeCondition(
                "Ready", "False", "KubeletNotReady", notReadyReasons.size() == 1 ? all : "[" + all + "]");
    }
}
