package dev.stowage.node.nodestatus;

import dev.stowage.node.context.NodeContext;
import dev.stowage.node.runtime.ContainerRuntime;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Reads the node information when it is written to the Node object.
final class NodeInfoReader {
    private final NodeContext nodeContext;
    private final NodeStatusOptions options;
    private final ContainerRuntime runtime;
    private final Future<Integer> port;
    private final Consumer<String> onFailure;
    private volatile String version = "";

    /// @param onFailure receives why containers cannot run; empty when they can
    NodeInfoReader(
            NodeContext nodeContext,
            NodeStatusOptions options,
            ContainerRuntime runtime,
            Future<Integer> port,
            Consumer<String> onFailure) {
        this.nodeContext = nodeContext;
        this.options = options;
        this.runtime = runtime;
        this.port = port;
        this.onFailure = onFailure;
    }

    NodeInfo read() {
        if (version.isEmpty()) {
            refreshRuntimeVersion();
        }
        int known = port.state() == Future.State.SUCCESS ? port.resultNow() : 0;
        return new NodeInfo(
                nodeContext.node(),
                options,
                MachineInfo.read(nodeContext.paths().root()),
                version,
                known);
    }

    void refreshRuntimeVersion() {
        try {
            version = runtime.version();
            onFailure.accept("");
        } catch (IOException e) {
            onFailure.accept("container runtime is down: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return whether there is a port now
    boolean awaitPort() {
        try {
            port.get();
            return true;
        } catch (InterruptedException | ExecutionException | CancellationException e) {
            return false;
        }
    }
}
