package dev.stowage.interop.cluster;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.FreePort;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts the kubelet, or ours in its place, on one and the same folder.
///
/// @param directory of the node
/// @param root of the kubelet
record AgentStart(Bench bench, ControlPlane plane, Path directory, Path root, String runtime) {

    Daemon start(Agent agent) throws IOException, InterruptedException {
        Pki.Pair serving = plane.pki().issue("kubelet-serving", "system:node:" + RealNode.NAME, "system:nodes");
        return Daemon.start(
                agent.program(),
                bench.logs(),
                Map.of("PATH", NodeFiles.PATH),
                switch (agent) {
                    case KUBELET -> kubelet(serving);
                    case OURS -> ours(serving);
                });
    }

    private List<String> kubelet(Pki.Pair serving) throws IOException, InterruptedException {
        Path configuration = directory.resolve("kubelet.yaml");
        Files.writeString(
                configuration,
                NodeFiles.kubelet(
                        directory, FreePort.next(), plane.pki().authority(), serving, runtime, plane.contentType()));
        return List.of(
                bench.judges().path(Judge.KUBELET),
                "--config=" + configuration,
                "--kubeconfig=" + plane.kubeconfig("system:node:" + RealNode.NAME, "system:nodes"),
                "--root-dir=" + root,
                "--cert-dir=" + directory.resolve("kubelet-pki"),
                "--hostname-override=" + RealNode.NAME);
    }

    private List<String> ours(Pki.Pair serving) throws IOException {
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
                "--client-ca-file=" + plane.pki().authority(),
                "--v=4"));
    }
}
