package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
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

/// Makes sandboxes and containers, and takes them away. A step that was taken before is found and not repeated.
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

    RuntimePod prepare(PodSandboxSpec plan) throws IOException, InterruptedException {
        List<PodSandbox> before = runtimeCache.sandboxes(plan.uid());
        if (before.stream().noneMatch(SandboxLauncher::isReady)) {
            Files.createDirectories(plan.logs());
            int attempt = before.stream()
                    .mapToInt(one -> one.getMetadata().getAttempt() + 1)
                    .max()
                    .orElse(0);
            String id = calls.call(
                            CriClient.LONG,
                            stub -> stub.runPodSandbox(RunPodSandboxRequest.newBuilder()
                                    .setConfig(CriConfigs.sandbox(plan, attempt))
                                    .build()))
                    .getPodSandboxId();
            log.debug("Pod {}/{} has the sandbox {}.", plan.namespace(), plan.name(), id);
        }
        PodSandbox ready = runtimeCache.sandboxes(plan.uid()).stream()
                .filter(SandboxLauncher::isReady)
                .findFirst()
                .orElseThrow(() -> new IOException("The sandbox of pod " + plan.namespace() + "/" + plan.name()
                        + " ended as soon as it was made; the runtime's log says why."));
        return runtimeCache.pod(ready, List.of());
    }

    private static boolean isReady(PodSandbox sandbox) {
        return sandbox.getState() == PodSandboxState.SANDBOX_READY;
    }

    String start(ContainerStartSpec plan) throws IOException, InterruptedException {
        Optional<Container> before = found(plan);
        if (before.isPresent() && before.get().getState() == ContainerState.CONTAINER_RUNNING) {
            return before.get().getId();
        }
        refuseRoot(plan);
        Path folder = plan.log().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        if (before.isPresent() && before.get().getState() == ContainerState.CONTAINER_CREATED) {
            discard(before.get().getId()); // from a start that was cut short
        }
        String id = calls.call(
                        CriClient.LONG,
                        stub -> stub.createContainer(CreateContainerRequest.newBuilder()
                                .setPodSandboxId(plan.pod().id())
                                .setConfig(CriConfigs.container(plan, memory))
                                .setSandboxConfig(CriConfigs.sandbox(plan.sandboxSpec(), 0))
                                .build()))
                .getContainerId();
        try {
            var _ = calls.call(
                    CriClient.LONG,
                    stub -> stub.startContainer(StartContainerRequest.newBuilder()
                            .setContainerId(id)
                            .build()));
            return id;
        } catch (CriClient.CriException e) {
            discard(id); // or its name would be taken at the next try
            throw e;
        }
    }

    private Optional<Container> found(ContainerStartSpec plan) throws IOException, InterruptedException {
        return runtimeCache.containers(plan.sandboxSpec().uid()).stream()
                .filter(one -> one.getMetadata().getName().equals(plan.name())
                        && one.getMetadata().getAttempt() == plan.attempt())
                .findFirst();
    }

    private void discard(String id) throws IOException, InterruptedException {
        try {
            var _ = calls.call(stub -> stub.removeContainer(
                    RemoveContainerRequest.newBuilder().setContainerId(id).build()));
        } catch (CriClient.CriException e) {
            log.warn("The container {}, which does not start, cannot be removed: {}", id, e.getMessage());
        }
    }

    /// Somebody asked for a container that does not run as root, and did not say as whom: the image has to.
    private void refuseRoot(ContainerStartSpec plan) throws IOException, InterruptedException {
        JsonNode own = plan.spec().path("securityContext");
        JsonNode pods = plan.sandboxSpec().spec().path("securityContext");
        boolean asked = own.has("runAsNonRoot")
                ? own.path("runAsNonRoot").asBoolean()
                : pods.path("runAsNonRoot").asBoolean();
        JsonNode user = own.has("runAsUser") ? own.path("runAsUser") : pods.path("runAsUser");
        if (!asked || (user.isNumber() && user.asLong() != 0)) {
            return;
        }
        Optional<Image> image = imagePuller.find(plan.imageId());
        String name = image.map(Image::getUsername).orElse("");
        long number = image.map(one -> one.getUid().getValue()).orElse(0L);
        if (user.isNumber() || (name.isEmpty() && number == 0)) {
            throw new IOException(
                    "container has runAsNonRoot and image will run as root (container: " + plan.name() + ")");
        }
        if (!name.isEmpty()) {
            throw new IOException("container has runAsNonRoot and image has non-numeric user (" + name
                    + "), cannot verify user is non-root (container: " + plan.name() + ")");
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
