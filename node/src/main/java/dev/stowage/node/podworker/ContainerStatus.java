package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.podworker.ContainerSpec.Part;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// One container in the status of its pod.
final class ContainerStatus {
    private final PodState view;
    private final PodHost place;

    ContainerStatus(PodState view, PodHost place) {
        this.view = view;
        this.place = place;
    }

    ObjectNode of(ContainerSpec spec) {
        Optional<RuntimeContainer> latest =
                view.latest(spec.name()).filter(container -> !(container.state() instanceof State.Created));
        ObjectNode status = Json.object().put("name", spec.name());
        Optional<ObjectNode> waits = waiting(spec, latest);
        ObjectNode state = status.putObject("state");
        ObjectNode last = status.putObject("lastState");
        if (latest.isPresent()) {
            RuntimeContainer container = latest.get();
            if (waits.isPresent()) {
                state.set("waiting", waits.get());
                write(container, last);
            } else {
                write(container, state);
                view.before(container).ifPresent(before -> write(before, last));
            }
        } else {
            state.set("waiting", waits.orElseGet(this::usual));
        }
        status.put("ready", isReady(spec, latest))
                .put("restartCount", latest.map(RuntimeContainer::attempt).orElse(0))
                .put("image", latest.map(RuntimeContainer::image).orElse(spec.image()))
                .put("imageID", latest.map(RuntimeContainer::imageId).orElse(""));
        latest.ifPresent(container -> status.put("containerID", place.runtime() + "://" + container.id()));
        if (spec.part() != Part.EPHEMERAL) {
            status.put("started", latest.filter(this::isStarted).isPresent());
        }
        return status;
    }

    private ObjectNode usual() {
        boolean inits = !view.pod().initContainers().isEmpty();
        return Json.object().put("reason", inits ? "PodInitializing" : "ContainerCreating");
    }

    private boolean isStarted(RuntimeContainer container) {
        return container.runs() && view.health(container).started();
    }

    private boolean isReady(ContainerSpec spec, Optional<RuntimeContainer> latest) {
        if (spec.part() == Part.INIT) {
            return latest.isPresent() && latest.get().state() instanceof State.Exited exited && exited.code() == 0;
        }
        return spec.part() != Part.EPHEMERAL
                && latest.filter(container ->
                                isStarted(container) && view.health(container).ready())
                        .isPresent();
    }

    /// Why it does not run although it should.
    private Optional<ObjectNode> waiting(ContainerSpec spec, Optional<RuntimeContainer> latest) {
        if (view.isTerminating() || latest.filter(RuntimeContainer::runs).isPresent()) {
            return Optional.empty();
        }
        RetryableFailure retryableFailure = view.podMemory().failures().get(spec.name());
        if (retryableFailure != null) {
            boolean pulls = retryableFailure.reason().equals("ErrImagePull") && retryableFailure.tries() > 0;
            return Optional.of(Json.object()
                    .put("reason", pulls ? "ImagePullBackOff" : retryableFailure.reason())
                    .put("message", retryableFailure.message()));
        }
        CrashLoopBackOff crashLoopBackOff = view.podMemory().crashes().get(spec.name());
        if (latest.isPresent()
                && crashLoopBackOff != null
                && latest.get().state() instanceof State.Exited exited
                && spec.restarts(view.pod(), exited.code())
                && crashLoopBackOff.isPending(exited.until(), view.now())) {
            return Optional.of(
                    Json.object().put("reason", "CrashLoopBackOff").put("message", backOff(spec, crashLoopBackOff)));
        }
        return Optional.empty();
    }

    private String backOff(ContainerSpec spec, CrashLoopBackOff crashLoopBackOff) {
        return "back-off %s restarting failed container=%s pod=%s_%s(%s)"
                .formatted(
                        GoDuration.string(crashLoopBackOff.pause()),
                        spec.name(),
                        view.pod().meta().name(),
                        view.pod().meta().namespace(),
                        view.pod().uid());
    }

    private void write(RuntimeContainer container, ObjectNode into) {
        switch (container.state()) {
            case State.Created _ -> {}
            case State.Running running -> into.putObject("running").put("startedAt", format(running.since()));
            case State.Exited exited -> {
                ObjectNode terminated = into.putObject("terminated").put("exitCode", exited.code());
                if (exited.signal() > 0) {
                    terminated.put("signal", exited.signal());
                }
                terminated.put("reason", exited.reason());
                if (!exited.message().isEmpty()) {
                    terminated.put("message", exited.message());
                }
                terminated.put("startedAt", format(exited.since())).put("finishedAt", format(exited.until()));
                terminated.put("containerID", place.runtime() + "://" + container.id());
            }
        }
    }

    static String format(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
