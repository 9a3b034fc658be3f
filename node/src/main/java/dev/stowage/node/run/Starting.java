package dev.stowage.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.node.Shared;
import dev.stowage.node.run.plan.ConfigTrouble;
import dev.stowage.node.run.plan.ContainerPlans;
import dev.stowage.node.run.probe.Handlers;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ImageTrouble;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.PodVolumes;
import dev.stowage.node.volume.VolumeAnswer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// Brings up what containers share, and containers.
final class Starting {
    private static final Duration LONGEST_HOOK = Duration.ofMinutes(10);

    private final Shared shared;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final ContainerPlans plans;
    private final PodJournal journal;
    private final Handlers handlers;
    private final Consumer<String> wake;

    Starting(
            Shared shared,
            PodVolumes volumes,
            ContainerRuntime runtime,
            ContainerPlans plans,
            PodJournal journal,
            Handlers handlers,
            Consumer<String> wake) {
        this.shared = shared;
        this.volumes = volumes;
        this.runtime = runtime;
        this.plans = plans;
        this.journal = journal;
        this.handlers = handlers;
        this.wake = wake;
    }

    void prepare(PodCare care) throws IOException, InterruptedException {
        try {
            journal.write(care.pod());
            runtime.prepare(plans.pod(care.pod()));
        } catch (IOException e) {
            String why = "Failed to create pod sandbox: " + e.getMessage();
            shared.events().warning(care.pod().reference(), "FailedCreatePodSandBox", why);
            throw e;
        }
    }

    void start(PodCare care, PodStep.Start step) throws IOException, InterruptedException {
        NodePod pod = care.pod();
        ContainerSpec spec = care.spec(step.container());
        care.pulls(step, true);
        String image;
        try {
            image = pull(pod, spec);
        } finally {
            care.pulls(step, false);
        }
        RunningPod place = care.place();
        // While the image came, things may have changed; the pod's worker knows.
        if (place == null || care.isGivenUp() || !(volumes.answer(pod.uid()) instanceof VolumeAnswer.Ready ready)) {
            return;
        }
        ContainerPlan plan;
        try {
            plan = plans.container(pod, spec.spec(), step.attempt(), place, image, ready.volumes());
        } catch (ConfigTrouble e) {
            throw failed(pod, "CreateContainerConfigError", e);
        } catch (IOException e) {
            throw failed(pod, "CreateContainerError", e);
        }
        String id = start(care, plan);
        shared.events().normal(pod.reference(), "Created", "Container created");
        shared.events().normal(pod.reference(), "Started", "Container started");
        JsonNode hook = spec.spec().path("lifecycle").path("postStart");
        if (hook.isObject()) {
            // It runs, which others shall see, though the next has to wait for the hook.
            care.markStale();
            wake.accept(pod.uid());
            greet(care, spec, id, place, hook);
        }
    }

    private String start(PodCare care, ContainerPlan plan) throws IOException, InterruptedException {
        Instant now = shared.clock().instant();
        try {
            String id = runtime.start(plan);
            care.began(plan.name(), plan.attempt(), now);
            return id;
        } catch (IOException e) {
            throw failed(care.pod(), "RunContainerError", e);
        }
    }

    private String pull(NodePod pod, ContainerSpec spec) throws IOException, InterruptedException {
        String policy = spec.spec().path("imagePullPolicy").asText("IfNotPresent");
        ObjectReference about = pod.reference();
        try {
            String id = runtime.pull(spec.image(), policy);
            String how = policy.equals("Always")
                    ? "Successfully pulled image \"" + spec.image() + "\""
                    : "Container image \"" + spec.image() + "\" already present on machine";
            shared.events().normal(about, "Pulled", how);
            return id;
        } catch (ImageTrouble e) {
            String why = String.valueOf(e.getMessage());
            shared.events().warning(about, e.reason(), why);
            throw new ActTrouble(e.reason(), why, e);
        } catch (IOException e) {
            String why = "Failed to pull image \"" + spec.image() + "\": " + e.getMessage();
            shared.events().warning(about, "Failed", why);
            throw new ActTrouble("ErrImagePull", why, e);
        }
    }

    private ActTrouble failed(NodePod pod, String reason, IOException cause) {
        String why = String.valueOf(cause.getMessage());
        shared.events().warning(pod.reference(), "Failed", "Error: " + why);
        return new ActTrouble(reason, why, cause);
    }

    /// A container whose greeting fails ends, and begins anew as its policy says.
    private void greet(PodCare care, ContainerSpec spec, String id, RunningPod place, JsonNode hook)
            throws IOException, InterruptedException {
        var verdict = handlers.call(hook, spec.spec(), id, place.ip(), LONGEST_HOOK);
        if (!verdict.good()) {
            ObjectReference about = care.pod().reference();
            shared.events().warning(about, "FailedPostStartHook", "PostStartHook failed");
            shared.events().normal(about, "Killing", "FailedPostStartHook");
            runtime.stop(id, Duration.ofSeconds(2));
        }
    }
}
