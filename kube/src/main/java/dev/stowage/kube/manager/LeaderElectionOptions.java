package dev.stowage.kube.manager;

import dev.stowage.k8s.text.SanitizedName;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.leaderelection.LeaseTimes;
import java.util.Map;

/// @param namespace empty for the pod's own
public record LeaderElectionOptions(boolean wanted, String namespace, LeaseTimes times, Map<String, String> labels) {

    public LeaderElectionOptions {
        labels = Map.copyOf(labels);
    }

    /// The namespace of the leases: the one that was said, else the pod's own.
    public String place() {
        return namespace.isEmpty() ? ClusterAccess.podNamespace() : namespace;
    }

    /// A name that a lease can have. Two programs that shall not work at once must come to the same.
    public static String nameOf(String text) {
        return SanitizedName.of(text);
    }
}
