package dev.stowage.cli.doctor;

import dev.stowage.cli.up.instance.ClusterLocation;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ClusterStateReader;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;

/// Reads the state of a cluster.
record DoctorClusterReader(ClusterLocation location) {

    ClusterState read() throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(location.access(), RequestLimiter.adaptive(), "stowage-doctor")) {
            return new ClusterStateReader(api, "").read();
        }
    }

    /// Whether a cluster is configured.
    boolean isConfigured() {
        return !(location instanceof ClusterLocation.Nowhere);
    }
}
