package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.runtime.ContainerCreateException;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.cri.v1.Container;
import dev.stowage.node.runtime.cri.v1.ContainerState;
import dev.stowage.node.runtime.cri.v1.CreateContainerRequest;
import dev.stowage.node.runtime.cri.v1.Image;
import dev.stowage.node.runtime.cri.v1.PodSandbox;
import dev.stowage.node.runtime.cri.v1.PodSandboxState;
import dev.stowage.node.runtime.cri.v1.RemoveContainerRequest;
import dev.stowage.node.runtime.cri.v1.RemovePodSandboxRequest;
import dev.stowage.node.runtime.cri.v1.RunPodSandboxRequest;
import dev.stowage.node.runtime.cri.v1.StartContainerRequest;
import dev.stowage.node.runtime.cri.v1.StopPodSandboxRequest;
import io.grpc.Status;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates and removes sandboxes and containers. A step that was done before is found and not repeated.
final class SandboxLauncher {
    private static final Logger log = LoggerFactory.getLogger(SandboxLauncher.class);

    private final CriClient calls;
    private final ImagePuller imagePuller;
    private final RuntimeCache runtimeCache;
    private final long memory;

    SandboxLauncher(CriClient calls, ImagePuller imagePuller, RuntimeCache runtimeCache) {
        this.calls = calls;
        this.imagePuller = imagePuller;
        this.runtimeCache = runtimeCache;
        this.memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine
                        ? machine.getTotalMemorySize()
                        : Long.MAX_VALUE;
    }

    RuntimePod prepare(PodSandboxSpec spec) throws IOException, InterruptedException {
        List<PodSandbox> before = runtimeCache.sandboxes(spec.uid());
        if (before.stream().noneMatch(SandboxLauncher::isReady)) {
            Files.createDirectories(spec.logs());
            int attempt = before.stream()
                    .mapToInt(one -> one.getMetadata().getAttempt() + 1)
                    .max()
                    .orElse(0);
            String id = calls.call(
                            CriClient.LONG,
                            stub -> stub.runPodSandbox(RunPodSandboxRequest.newBuilder()
                                    .setConfig(CriConfigs.sandbox(spec, attempt))
                                    .build()))
                    .getPodSandboxId();
            log.debug("Pod {}/{} has the sandbox {}.", spec.namespace(), spec.name(), id);
        }
        PodSandbox ready = runtimeCache.sandboxes(spec.uid()).stream()
                .filter(SandboxLauncher::isReady)
                .findFirst()
                .orElseThrow(() -> new IOException("the sandbox of pod " + spec.namespace() + "/" + spec.name()
                        + " exited right after it was created (see the log of the container runtime)"));
        return runtimeCache.pod(ready, List.of());
    }

    private static boolean isReady(PodSandbox sandbox) {
        return sandbox.getState() == PodSandboxState.SANDBOX_READY;
    }

    String start(ContainerStartSpec spec) throws IOException, InterruptedException {
        Optional<Container> before = found(spec);
        if (before.isPresent() && before.get().getState() == ContainerState.CONTAINER_RUNNING) {
            return before.get().getId();
        }
        refuseRoot(spec);
        Path folder = spec.log().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        if (before.isPresent() && before.get().getState() == ContainerState.CONTAINER_CREATED) {
            discard(before.get().getId()); // from an interrupted start
        }
        String id = create(spec);
        try {
            var _ = calls.call(
                    CriClient.LONG,
                    stub -> stub.startContainer(StartContainerRequest.newBuilder()
                            .setContainerId(id)
                            .build()));
            return id;
        } catch (CriClient.CriException e) {
            discard(id); // otherwise its name would be taken at the next attempt
            throw e;
        }
    }

    private String create(ContainerStartSpec spec) throws IOException, InterruptedException {
        try {
            return calls.call(
                            CriClient.LONG,
                            stub -> stub.createContainer(CreateContainerRequest.newBuilder()
                                    .setPodSandboxId(spec.pod().id())
                                    .setConfig(CriConfigs.container(spec, memory))
                                    .setSandboxConfig(CriConfigs.sandbox(spec.sandboxSpec(), 0))
                                    .build()))
                    .getContainerId();
        } catch (CriClient.CriException e) {
            boolean refused = e.is(Status.Code.UNKNOWN) || e.is(Status.Code.INVALID_ARGUMENT);
            throw new ContainerCreateException(refused ? e.words() : String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<Container> found(ContainerStartSpec spec) throws IOException, InterruptedException {
        return runtimeCache.containers(spec.sandboxSpec().uid()).stream()
                .filter(one -> one.getMetadata().getName().equals(spec.name())
                        && one.getMetadata().getAttempt() == spec.attempt())
                .findFirst();
    }

    private void discard(String id) throws IOException, InterruptedException {
        try {
            var _ = calls.call(stub -> stub.removeContainer(
                    RemoveContainerRequest.newBuilder().setContainerId(id).build()));
        } catch (CriClient.CriException e) {
            log.warn("Cannot remove container {}, which failed to start: {}", id, e.getMessage());
        }
    }

    /// The container must not run as root and sets no user, so the user of the image must not be root.
    private void refuseRoot(ContainerStartSpec spec) throws IOException, InterruptedException {
        JsonNode own = spec.spec().path("securityContext");
        JsonNode pods = spec.sandboxSpec().spec().path("securityContext");
        boolean required = own.has("runAsNonRoot")
                ? own.path("runAsNonRoot").asBoolean()
                : pods.path("runAsNonRoot").asBoolean();
        JsonNode user = own.has("runAsUser") ? own.path("runAsUser") : pods.path("runAsUser");
        if (!required || (user.isNumber() && user.asLong() != 0)) {
            return;
        }
        Optional<Image> image = imagePuller.find(spec.imageId());
        String name = image.map(Image::getUsername).orElse("");
        long number = image.map(one -> one.getUid().getValue()).orElse(0L);
        if (user.isNumber() || (name.isEmpty() && number == 0)) {
            throw new IOException(
                    "container has runAsNonRoot and image will run as root (container: " + spec.name() + ")");
        }
        if (!name.isEmpty()) {
            throw new IOException("container has runAsNonRoot and image has non-numeric user (" + name
                    + "), cannot verify user is non-root (container: " + spec.name() + ")");
        }
    }

    void remove(String uid) throws IOException, InterruptedException {
        for (PodSandbox sandbox : runtimeCache.sandboxes(uid)) {
            try {
                var _ = calls.call(
                        CriClient.LONG,
                        stub -> stub.stopPodSandbox(StopPodSandboxRequest.newBuilder()
                                .setPodSandboxId(sandbox.getId())
                                .build()));
                var _ = calls.call(
                        CriClient.LONG,
                        stub -> stub.removePodSandbox(RemovePodSandboxRequest.newBuilder()
                                .setPodSandboxId(sandbox.getId())
                                .build()));
            } catch (CriClient.CriException e) {
                if (!e.is(Status.Code.NOT_FOUND)) {
                    throw e;
                }
            }
        }
    }
}
