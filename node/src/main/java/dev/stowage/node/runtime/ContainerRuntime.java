package dev.stowage.node.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What runs containers. It outlives the node's process: containers go on when the node is restarted, and are found
/// again. Thread-safe.
public interface ContainerRuntime extends AutoCloseable {

    /// As in `status.nodeInfo.containerRuntimeVersion`, for example `containerd://1.6.20`.
    String version() throws IOException, InterruptedException;

    /// All pods that there is something of, with all their containers, those that ended included.
    List<RuntimePod> pods() throws IOException, InterruptedException;

    /// One pod as it is now, with all its containers; empty when there is nothing of it.
    default Optional<RuntimePod> pod(String uid) throws IOException, InterruptedException {
        return pods().stream().filter(pod -> pod.uid().equals(uid)).findFirst();
    }

    /// Adds a listener, which hears the uid of a pod of which a container began or ended; the others still
    /// hear it too.
    /// Words may be lost when the runtime restarts; listeners then hear an empty text and look at all.
    void listen(Consumer<String> listener);

    /// What containers of a pod share: names of the machine, network. Harmless to repeat.
    RuntimePod prepare(PodSandboxSpec plan) throws IOException, InterruptedException;

    /// Makes sure that the image is there; does nothing where images mean nothing.
    ///
    /// @return what the status tells as `imageID`
    /// @throws ImageTrouble when it is not to be had
    String pull(String image, String policy) throws IOException, InterruptedException;

    /// @return the container's id, which runs when this returns
    String start(ContainerStartSpec plan) throws IOException, InterruptedException;

    /// Returns when it has ended; asks first, and kills after the time of grace.
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

    /// A command in a container whose streams somebody holds in hand.
    ExecSession open(ExecRequest request) throws IOException, InterruptedException;

    @Override
    void close();
}
