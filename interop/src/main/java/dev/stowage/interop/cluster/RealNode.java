package dev.stowage.interop.cluster;

import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.FreePort;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.program.Uninterrupted;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A real node of a control plane: containerd and the kubelet, both with directories of their own. Needs root.
public final class RealNode implements AutoCloseable {

    /// By this name the API server finds the kubelet without any change to the machine's hosts file.
    public static final String NAME = "localhost";

    public static final Set<DebianPackage> PACKAGES = Set.copyOf(EnumSet.allOf(DebianPackage.class));

    private static final Duration READY = Duration.ofSeconds(90);

    private final Path directory;
    private final ControlPlane plane;
    private final HostTraces traces;
    private final Path kubeletRoot;
    private @Nullable Containerd containerd;
    private @Nullable Daemon kubelet;

    private RealNode(Path directory, ControlPlane plane) throws IOException {
        this.directory = directory;
        this.plane = plane;
        this.kubeletRoot = Files.createDirectories(directory.resolve("kubelet"));
        this.traces = HostTraces.remember();
    }

    /// Starts a node and waits until it is ready for pods. The bench stops it.
    public static RealNode start(Bench bench, ControlPlane plane) throws IOException, InterruptedException {
        RealNode node = bench.own(new RealNode(bench.directory("node"), plane));
        Containerd containerd = Containerd.start(Files.createDirectories(node.directory.resolve("c")), bench.logs());
        node.containerd = containerd;
        containerd.prepare();
        Daemon kubelet = node.startKubelet(bench, containerd);
        node.kubelet = kubelet;
        Await.until(
                "readiness of the node",
                READY,
                List.of(kubelet, containerd.daemon()),
                () -> plane.kubectl()
                        .ask("get", "node", NAME, "-o", "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}")
                        .equals("True"));
        return node;
    }

    /// The kubelet's root directory, below which plug-ins register and volumes are published.
    public Path kubeletRoot() {
        return kubeletRoot;
    }

    /// What of the host is not as it was before; empty once the node is closed.
    List<String> traces() throws IOException {
        return traces.remaining();
    }

    private Daemon startKubelet(Bench bench, Containerd containerd) throws IOException, InterruptedException {
        Pki pki = plane.pki();
        Path configuration = directory.resolve("kubelet.yaml");
        Files.writeString(
                configuration,
                NodeFiles.kubelet(
                        directory,
                        FreePort.next(),
                        pki.authority(),
                        pki.issue("kubelet-serving", "system:node:" + NAME, "system:nodes"),
                        containerd.endpoint(),
                        plane.contentType()));
        return Daemon.start(
                "kubelet",
                bench.logs(),
                Map.of("PATH", NodeFiles.PATH),
                List.of(
                        bench.judges().path(Judge.KUBELET),
                        "--config=" + configuration,
                        "--kubeconfig=" + plane.kubeconfig("system:node:" + NAME, "system:nodes"),
                        "--root-dir=" + kubeletRoot,
                        "--cert-dir=" + directory.resolve("kubelet-pki"),
                        "--hostname-override=" + NAME));
    }

    @Override
    public void close() throws IOException {
        Uninterrupted.run(this::stop);
    }

    /// Pods leave the ordinary way first: then the kubelet itself unmounts their volumes and containerd their networks.
    private void stop() throws IOException, InterruptedException {
        Daemon runningKubelet = kubelet;
        Containerd runningContainerd = containerd;
        kubelet = null;
        containerd = null;
        try {
            if (runningKubelet != null && runningKubelet.alive()) {
                plane.kubectl().run("delete", "pods", "--all", "--all-namespaces", "--grace-period=1", "--timeout=30s");
            }
        } finally {
            if (runningKubelet != null) {
                runningKubelet.close();
            }
            if (runningContainerd != null) {
                runningContainerd.close();
            }
            Mounts.removeBeneath(directory);
            traces.erase();
        }
    }
}
