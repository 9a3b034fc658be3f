package dev.stowage.kube.manager;

import dev.stowage.k8s.text.SanitizedName;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.leaderelection.LeaseTimes;
import java.util.Map;

/// @param namespace empty for the pod's own
public record LeaderElectionOptions(boolean enabled, String namespace, LeaseTimes times, Map<String, String> labels) {

    public LeaderElectionOptions {
        labels = Map.copyOf(labels);
    }

    /// The namespace of the leases: the flag's, otherwise the pod's.
    public String leaseNamespace() {
        return namespace.isEmpty() ? ClusterAccess.podNamespace() : namespace;
    }

    /// A valid name for a lease. Two programs that must not work at once have to arrive at the same name.
    public static String nameOf(String text) {
        return SanitizedName.of(text);
    }
}
