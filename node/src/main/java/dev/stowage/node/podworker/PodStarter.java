package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.podworker.podfeatures.PodFeatures;
import dev.stowage.node.podworker.startspec.ContainerConfigException;
import dev.stowage.node.podworker.startspec.StartSpecBuilder;
import dev.stowage.node.prober.HandlerRunner;
import dev.stowage.node.runtime.ContainerCreateException;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Starts pod sandboxes and containers.
final class PodStarter {
    private static final Duration LONGEST_HOOK = Duration.ofMinutes(10);

    private final NodeContext nodeContext;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final PodFeatures podFeatures;
    private final StartSpecBuilder startSpecBuilder;
    private final PodJournal journal;
    private final HandlerRunner handlerRunner;
    private final Consumer<String> enqueue;
    private final ContainerImages images;

    PodStarter(
            NodeContext nodeContext,
            PodVolumes volumes,
            ContainerRuntime runtime,
            PodFeatures podFeatures,
            StartSpecBuilder startSpecBuilder,
            PodJournal journal,
            HandlerRunner handlerRunner,
            Consumer<String> enqueue) {
        this.nodeContext = nodeContext;
        this.volumes = volumes;
        this.runtime = runtime;
        this.podFeatures = podFeatures;
        this.startSpecBuilder = startSpecBuilder;
        this.journal = journal;
        this.handlerRunner = handlerRunner;
        this.enqueue = enqueue;
        this.images = new ContainerImages(nodeContext.events(), runtime);
    }

    void prepare(ManagedPod managedPod) throws IOException, InterruptedException {
        try {
            Optional<String> refusal = podFeatures.sandboxRefusal(managedPod.pod());
            if (refusal.isPresent()) {
                throw new IOException(refusal.get());
            }
            journal.write(managedPod.pod());
            runtime.prepare(startSpecBuilder.pod(managedPod.pod()));
            images.reportIgnored(managedPod.pod());
        } catch (IOException e) {
            String why = "Failed to create pod sandbox: " + e.getMessage();
            nodeContext.events().warning(managedPod.pod().reference(), "FailedCreatePodSandBox", why);
            throw e;
        }
    }

    void start(ManagedPod managedPod, PodAction.StartContainer step) throws IOException, InterruptedException {
        NodePod pod = managedPod.pod();
        ContainerSpec spec = managedPod.spec(step.container());
        managedPod.setPulling(step, true);
        String image;
        Map<String, String> imageVolumes;
        try {
            image = images.pull(pod, spec);
            imageVolumes = images.pullVolumes(pod, spec);
        } finally {
            managedPod.setPulling(step, false);
        }
        RuntimePod place = managedPod.sandbox();
        // The pod may have changed during the pull; its worker decides again.
        if (place == null
                || managedPod.isStartCancelled()
                || !(volumes.status(pod.uid()) instanceof PodVolumeStatus.Ready ready)) {
            return;
        }
        Optional<String> refusal = podFeatures.containerRefusal(pod, spec.name());
        if (refusal.isPresent()) {
            throw failed(pod, "CreateContainerConfigError", new ContainerConfigException(refusal.get()));
        }
        Optional<String> missing = missingTarget(spec, place);
        if (missing.isPresent()) {
            throw failed(pod, "CreateContainerConfigError", new ContainerConfigException(missing.get()));
        }
        ContainerStartSpec plan;
        try {
            plan = startSpecBuilder.container(
                    pod, spec.spec(), step.attempt(), place, image, with(imageVolumes, ready));
        } catch (ContainerConfigException e) {
            throw failed(pod, "CreateContainerConfigError", e);
        } catch (IOException e) {
            throw failed(pod, "CreateContainerError", e);
        }
        String id = start(managedPod, plan);
        nodeContext.events().normal(pod.reference(), "Created", "Container created");
        nodeContext.events().normal(pod.reference(), "Started", "Container started");
        JsonNode hook = spec.spec().path("lifecycle").path("postStart");
        if (hook.isObject()) {
            // It is reported as running, although the next container must wait for the hook.
            managedPod.markStale();
            enqueue.accept(pod.uid());
            greet(managedPod, spec, id, place, hook);
        }
    }

    /// An ephemeral container that debugs another one needs its processes.
    private static Optional<String> missingTarget(ContainerSpec spec, RuntimePod place) {
        String target = spec.spec().path("targetContainerName").asText("");
        boolean isMissing = !target.isEmpty()
                && place.containers().stream()
                        .noneMatch(container -> container.name().equals(target) && container.runs());
        return isMissing ? Optional.of("unable to find target container " + target) : Optional.empty();
    }

    private String start(ManagedPod managedPod, ContainerStartSpec plan) throws IOException, InterruptedException {
        Instant now = nodeContext.clock().instant();
        try {
            String id = runtime.start(plan);
            managedPod.containerStarted(plan.name(), plan.attempt(), now);
            return id;
        } catch (ContainerCreateException e) {
            throw failed(managedPod.pod(), "CreateContainerError", e);
        } catch (IOException e) {
            throw failed(managedPod.pod(), "RunContainerError", e);
        }
    }

    private static Map<String, HostVolume> with(Map<String, String> images, PodVolumeStatus.Ready ready) {
        Map<String, HostVolume> volumes = new HashMap<>(ready.volumes());
        images.forEach((name, id) -> volumes.computeIfPresent(name, (_, volume) -> volume.pulled(id)));
        return volumes;
    }

    private PodActionException failed(NodePod pod, String reason, IOException cause) {
        String why = String.valueOf(cause.getMessage());
        nodeContext.events().warning(pod.reference(), "Failed", "Error: " + why);
        return new PodActionException(reason, why, cause);
    }

    /// A container whose postStart hook fails is stopped, and restarted according to its policy.
    private void greet(ManagedPod managedPod, ContainerSpec spec, String id, RuntimePod place, JsonNode hook)
            throws IOException, InterruptedException {
        var probeResult = handlerRunner.call(hook, spec.spec(), id, place.ip(), LONGEST_HOOK);
        if (!probeResult.good()) {
            ObjectReference about = managedPod.pod().reference();
            nodeContext.events().warning(about, "FailedPostStartHook", "PostStartHook failed");
            nodeContext.events().normal(about, "Killing", "FailedPostStartHook");
            runtime.stop(id, Duration.ofSeconds(2));
        }
    }
}
