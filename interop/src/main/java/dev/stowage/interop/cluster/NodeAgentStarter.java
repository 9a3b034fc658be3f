package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.FreePort;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts the kubelet, or our node agent in its place, on the same directory.
///
/// @param directory of the node
/// @param root of the kubelet
record NodeAgentStarter(SuiteWorkspace workspace, ControlPlane plane, Path directory, Path root, String runtime) {

    Daemon start(NodeAgent nodeAgent) throws IOException, InterruptedException {
        ClusterPki.KeyPairFiles serving =
                plane.clusterPki().issue("kubelet-serving", "system:node:" + RealNode.NAME, "system:nodes");
        return Daemon.start(
                nodeAgent.program(),
                workspace.logs(),
                Map.of("PATH", NodeConfigFiles.PATH),
                switch (nodeAgent) {
                    case KUBELET -> kubelet(serving);
                    case OURS -> ours(serving);
                });
    }

    private List<String> kubelet(ClusterPki.KeyPairFiles serving) throws IOException, InterruptedException {
        Path configuration = directory.resolve("kubelet.yaml");
        Files.writeString(
                configuration,
                NodeConfigFiles.kubelet(
                        directory,
                        FreePort.next(),
                        plane.clusterPki().authority(),
                        serving,
                        runtime,
                        plane.contentType()));
        return List.of(
                workspace.programs().path(ReferenceProgram.KUBELET),
                "--config=" + configuration,
                "--kubeconfig=" + plane.kubeconfig("system:node:" + RealNode.NAME, "system:nodes"),
                "--root-dir=" + root,
                "--cert-dir=" + directory.resolve("kubelet-pki"),
                "--hostname-override=" + RealNode.NAME);
    }

    private List<String> ours(ClusterPki.KeyPairFiles serving) throws IOException {
        return StowageProgram.launched(List.of(
                "node",
                "--kubeconfig=" + plane.kubeconfig(),
                "--node-name=" + RealNode.NAME,
                "--root-dir=" + root,
                "--pod-logs-dir=" + directory.resolve("pod-logs"),
                "--runtime=cri",
                "--container-runtime-endpoint=" + runtime,
                "--port=" + FreePort.next(),
                "--tls-cert-file=" + serving.certificate(),
                "--tls-private-key-file=" + serving.key(),
                "--client-ca-file=" + plane.clusterPki().authority(),
                "--v=4"));
    }
}
