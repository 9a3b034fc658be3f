package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A real node of a control plane: containerd, and the kubelet or our node, with their own directories.
/// Needs root.
public final class RealNode implements AutoCloseable {

    /// With this name the API server reaches the kubelet without a change to the hosts file.
    public static final String NAME = "localhost";

    public static final Set<DebianPackage> PACKAGES = Set.copyOf(EnumSet.allOf(DebianPackage.class));

    private static final Duration READY = Duration.ofMinutes(3);

    private final Path directory;
    private final ControlPlane plane;
    private final HostState traces;
    private final Path kubeletRoot;
    private @Nullable Containerd containerd;
    private @Nullable NodeAgentStarter starting;
    private @Nullable Daemon agent;

    private RealNode(Path directory, ControlPlane plane, Path kubeletRoot) throws IOException {
        this.directory = directory;
        this.plane = plane;
        this.kubeletRoot = Files.createDirectories(kubeletRoot);
        this.traces = HostState.capture();
    }

    /// Starts a node with the kubelet and waits until it is ready for pods. The workspace stops it.
    public static RealNode start(SuiteWorkspace workspace, ControlPlane plane)
            throws IOException, InterruptedException {
        return start(workspace, plane, NodeAgent.KUBELET);
    }

    /// The same with either node agent.
    public static RealNode start(SuiteWorkspace workspace, ControlPlane plane, NodeAgent nodeAgent)
            throws IOException, InterruptedException {
        return start(workspace, plane, nodeAgent, workspace.directory("node").resolve("kubelet"));
    }

    /// The same with the kubelet root at a fixed path. The caller must create and empty that directory.
    public static RealNode start(SuiteWorkspace workspace, ControlPlane plane, NodeAgent nodeAgent, Path kubeletRoot)
            throws IOException, InterruptedException {
        RealNode node = workspace.own(new RealNode(workspace.directory("node"), plane, kubeletRoot));
        Containerd containerd =
                Containerd.start(Files.createDirectories(node.directory.resolve("c")), workspace.logs());
        node.containerd = containerd;
        containerd.prepare();
        node.starting = new NodeAgentStarter(workspace, plane, node.directory, kubeletRoot, containerd.endpoint());
        node.begin(nodeAgent);
        return node;
    }

    /// Returns when the current node agent reports the node as ready.
    public void begin(NodeAgent who) throws IOException, InterruptedException {
        String before = heartbeat();
        Daemon started = Objects.requireNonNull(starting).start(who);
        agent = started;
        Await.until(
                "readiness of the node",
                READY,
                List.of(started, Objects.requireNonNull(containerd).daemon()),
                () -> isReady() && !heartbeat().equals(before));
    }

    /// Stops the node agent. Pods keep running, volumes stay mounted.
    public void leaveAlone() {
        if (agent != null) {
            agent.close();
        }
        agent = null;
    }

    /// The same with SIGKILL.
    public void kill() throws InterruptedException {
        if (agent != null) {
            agent.kill();
        }
        agent = null;
    }

    public void requireAlive() throws IOException {
        Objects.requireNonNull(agent).requireAlive();
    }

    /// The PID of the node agent.
    public long pid() {
        return Objects.requireNonNull(agent).pid();
    }

    private boolean isReady() throws IOException, InterruptedException {
        return plane.kubectl()
                .output("get", "node", NAME, "-o", "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}")
                .equals("True");
    }

    private String heartbeat() throws IOException, InterruptedException {
        return plane.kubectl()
                .output(
                        "get",
                        "lease",
                        NAME,
                        "-n",
                        "kube-node-lease",
                        "--ignore-not-found",
                        "-o",
                        "jsonpath={.spec.renewTime}");
    }

    /// The kubelet's root directory, below which plug-ins register and volumes are published.
    public Path kubeletRoot() {
        return kubeletRoot;
    }

    /// Gives the node images under all their names.
    ///
    /// @param archive in the format of `docker save`, or an OCI layout
    public void load(Path archive) throws IOException, InterruptedException {
        Objects.requireNonNull(containerd).load(archive);
    }

    public void load(byte[] archive) throws IOException, InterruptedException {
        Objects.requireNonNull(containerd).load(archive);
    }

    /// A process in the host's namespaces that lives as long as the node.
    public long runtime() {
        return Objects.requireNonNull(containerd).daemon().pid();
    }

    /// The socket of containerd.
    public Path runtimeSocket() {
        return Objects.requireNonNull(containerd).socket();
    }

    /// What differs on the host from the state before; empty once the node is closed.
    List<String> leftovers() throws IOException {
        return traces.remaining();
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(this::stop);
    }

    /// Pods are stopped gracefully first: then their volumes are unmounted and containerd removes their networks.
    private void stop() throws IOException, InterruptedException {
        Daemon running = agent;
        Containerd runningContainerd = containerd;
        containerd = null;
        try {
            if (running != null && running.alive()) {
                plane.kubectl().run("delete", "pods", "--all", "--all-namespaces", "--grace-period=1", "--timeout=60s");
            }
        } finally {
            leaveAlone();
            if (runningContainerd != null) {
                runningContainerd.close();
            }
            MountPoints.removeInside(kubeletRoot);
            MountPoints.removeBeneath(directory);
            traces.restore();
        }
    }
}
