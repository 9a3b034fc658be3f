package dev.stowage.node.self;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// What the node says of itself under one heading of its conditions.
record Saying(String type, String status, String reason, String message) {

    private static final List<Saying> PRESSURES = List.of(
            new Saying(
                    "MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
            new Saying("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            new Saying("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"));

    /// @param troubles what keeps the node from being ready
    static List<Saying> all(Collection<String> troubles) {
        return Stream.concat(PRESSURES.stream(), Stream.of(ready(troubles))).toList();
    }

    private static Saying ready(Collection<String> troubles) {
        if (troubles.isEmpty()) {
            return new Saying("Ready", "True", "KubeletReady", "kubelet is posting ready status");
        }
        String all = String.join(", ", troubles);
        return new Saying("Ready", "False", "KubeletNotReady", troubles.size() == 1 ? all : "[" + all + "]");
    }
}
