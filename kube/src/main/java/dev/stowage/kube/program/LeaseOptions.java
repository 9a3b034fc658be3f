package dev.stowage.kube.program;

import dev.stowage.kube.api.Cluster;
import dev.stowage.kube.election.LeaseTimes;
import dev.stowage.kube.object.PlainName;
import java.util.Map;

/// @param namespace empty for the pod's own
public record LeaseOptions(boolean wanted, String namespace, LeaseTimes times, Map<String, String> labels) {

    public LeaseOptions {
        labels = Map.copyOf(labels);
    }

    /// The namespace of the leases: the one that was said, else the pod's own.
    public String place() {
        return namespace.isEmpty() ? Cluster.ownNamespace() : namespace;
    }

    /// A name that a lease can have. Two programs that shall not work at once must come to the same.
    public static String nameOf(String text) {
        return PlainName.of(text);
    }
}
