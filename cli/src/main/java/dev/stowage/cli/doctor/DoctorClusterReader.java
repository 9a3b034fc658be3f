package dev.stowage.cli.doctor;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ClusterStateReader;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Reads the state of the cluster that a kubeconfig names.
record DoctorClusterReader(String kubeconfig) {

    ClusterState read() throws IOException, InterruptedException {
        try (KubeClient api =
                new KubeClient(ClusterAccess.of(kubeconfig, ""), RequestLimiter.adaptive(), "stowage-doctor")) {
            return new ClusterStateReader(api, "").read();
        }
    }

    /// Whether a cluster is configured.
    boolean isConfigured(Map<String, String> environment) {
        return !kubeconfig.isEmpty()
                || environment.containsKey("KUBECONFIG")
                || environment.containsKey("KUBERNETES_SERVICE_HOST")
                || Files.isReadable(Path.of(environment.getOrDefault("HOME", "/"), ".kube", "config"));
    }
}
