package dev.stowage.node.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A container runtime. It outlives the process of the node: containers continue when the node restarts, and
/// are found again. Thread-safe.
public interface ContainerRuntime extends AutoCloseable {

    /// As in `status.nodeInfo.containerRuntimeVersion`, for example `containerd://1.6.20`.
    String version() throws IOException, InterruptedException;

    /// All pods that there is something of, with all their containers, those that ended included.
    List<RuntimePod> pods() throws IOException, InterruptedException;

    /// One pod as it is now, with all its containers; empty when there is nothing of it.
    default Optional<RuntimePod> pod(String uid) throws IOException, InterruptedException {
        return pods().stream().filter(pod -> pod.uid().equals(uid)).findFirst();
    }

    /// Adds a listener, which receives the UID of a pod when one of its containers starts or exits.
    /// Notifications can be lost when the runtime restarts; listeners then receive an empty text and must check
    /// all pods.
    void listen(Consumer<String> listener);

    /// What containers of a pod share: names of the machine, network. Harmless to repeat.
    RuntimePod prepare(PodSandboxSpec spec) throws IOException, InterruptedException;

    /// Pulls the image if needed; does nothing in a runtime without images.
    ///
    /// @return the `imageID` of the status
    /// @throws ImagePullException when it cannot be pulled
    String pull(String image, String policy) throws IOException, InterruptedException;

    /// @return the container's id, which runs when this returns
    String start(ContainerStartSpec spec) throws IOException, InterruptedException;

    /// Returns when it has exited; sends a signal first, and kills it after the grace period.
    void stop(String containerId, Duration grace) throws IOException, InterruptedException;

    /// Forgets a container that has ended, its log excepted.
    void remove(String containerId) throws IOException, InterruptedException;

    /// Ends and forgets what containers of the pod shared, and with it all that is left of them.
    void removePod(RuntimePod pod) throws IOException, InterruptedException;

    /// Runs a command in a container to its end, for a probe or a hook.
    ///
    /// @throws IOException when it cannot be run, or takes longer than that
    ExecResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException;

    /// Starts a command in a container and returns its streams.
    ExecSession open(ExecRequest request) throws IOException, InterruptedException;

    @Override
    void close();
}
