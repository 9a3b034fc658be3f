package dev.stowage.interop.cluster;

import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// A containerd without a node, for a program that uses it. It has the image of [TestPod]. Needs root.
public final class RealContainerd implements AutoCloseable {

    public static final Set<DebianPackage> PACKAGES =
            Set.of(DebianPackage.CONTAINERD, DebianPackage.RUNC, DebianPackage.CNI, DebianPackage.BUSYBOX);

    private final HostState traces;
    private final Containerd containerd;

    private RealContainerd(HostState traces, Containerd containerd) {
        this.traces = traces;
        this.containerd = containerd;
    }

    /// Returns when it responds. The workspace stops it.
    public static RealContainerd start(SuiteWorkspace workspace) throws IOException, InterruptedException {
        HostState traces = HostState.capture();
        RealContainerd started =
                workspace.own(new RealContainerd(traces, Containerd.start(workspace.directory("c"), workspace.logs())));
        started.containerd.prepare();
        return started;
    }

    public String endpoint() {
        return containerd.endpoint();
    }

    /// The IDs of the running containers.
    public List<String> tasks() throws IOException, InterruptedException {
        return containerd.ctr("tasks", "ls", "-q").out().lines().toList();
    }

    @Override
    public void close() throws IOException {
        try {
            containerd.close();
        } finally {
            UninterruptedCleanup.run(traces::restore);
        }
    }
}
