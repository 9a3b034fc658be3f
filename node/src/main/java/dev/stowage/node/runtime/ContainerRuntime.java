package dev.stowage.node.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A container runtime. It outlives the process of the node: containers continue when the node restarts, and
/// are found again. Thread-safe.
public interface ContainerRuntime extends AutoCloseable {

    /// As in `status.nodeInfo.containerRuntimeVersion`, for example `containerd://1.6.20`.
    String version() throws IOException, InterruptedException;

    /// What a pod may ask for. It does not change while the runtime is in use.
    Set<RuntimeFeature> features();

    /// All pods in the runtime with all their containers, including exited ones.
    List<RuntimePod> pods() throws IOException, InterruptedException;

    /// The current state of one pod with all its containers; empty when the runtime has none.
    default Optional<RuntimePod> pod(String uid) throws IOException, InterruptedException {
        return pods().stream().filter(pod -> pod.uid().equals(uid)).findFirst();
    }

    /// Adds a listener, which receives the UID of a pod when one of its containers starts or exits.
    /// Notifications can be lost when the runtime restarts; listeners then receive an empty text and must check
    /// all pods.
    void listen(Consumer<String> listener);

    /// Creates the pod sandbox: host name, network. Idempotent.
    RuntimePod prepare(PodSandboxSpec spec) throws IOException, InterruptedException;

    /// Pulls the image if needed; does nothing in a runtime without images, see [RuntimeFeature#IMAGES].
    ///
    /// @return the `imageID` of the status; empty without images
    /// @throws ImagePullException when it cannot be pulled
    String pull(String image, String policy, ImagePullListener listener) throws IOException, InterruptedException;

    /// @return the ID of the container, which is running when this returns
    /// @throws ContainerCreateException when it cannot be created; another exception when it cannot be started
    String start(ContainerStartSpec spec) throws IOException, InterruptedException;

    /// Returns when it has exited; sends a signal first, and kills it after the grace period.
    void stop(String containerId, Duration grace) throws IOException, InterruptedException;

    /// Removes an exited container, but not its log.
    void remove(String containerId) throws IOException, InterruptedException;

    /// Removes the sandbox with all its containers.
    void removePod(RuntimePod pod) throws IOException, InterruptedException;

    /// The size of what a running container wrote to its own file system; 0 when the runtime does not know it.
    default long writableLayerBytes(String containerId) throws IOException, InterruptedException {
        return 0;
    }

    /// Runs a command in a container to its end, for a probe or a hook.
    ///
    /// @throws IOException when it cannot be run, or exceeds the timeout
    ExecResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException;

    /// Starts a command in a container and returns its streams.
    ExecSession open(ExecRequest request) throws IOException, InterruptedException;

    /// What the running containers use; empty for a runtime that does not report it.
    default List<ContainerUsage> usage() throws IOException, InterruptedException {
        return List.of();
    }

    /// Where the ports of a pod can be reached.
    ///
    /// @param ports empty when the client names them later
    PortForwardTarget portForward(RuntimePod pod, List<Integer> ports) throws IOException, InterruptedException;

    @Override
    void close();
}
