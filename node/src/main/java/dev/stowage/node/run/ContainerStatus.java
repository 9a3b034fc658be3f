package dev.stowage.node.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.run.ContainerSpec.Part;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningContainer.State;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// One container in the status of its pod.
final class ContainerStatus {
    private final PodView view;
    private final Place place;

    ContainerStatus(PodView view, Place place) {
        this.view = view;
        this.place = place;
    }

    ObjectNode of(ContainerSpec spec) {
        Optional<RunningContainer> latest =
                view.latest(spec.name()).filter(container -> !(container.state() instanceof State.Created));
        ObjectNode status = Json.object().put("name", spec.name());
        Optional<ObjectNode> waits = waiting(spec, latest);
        ObjectNode state = status.putObject("state");
        ObjectNode last = status.putObject("lastState");
        if (latest.isPresent()) {
            RunningContainer container = latest.get();
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
                .put("restartCount", latest.map(RunningContainer::attempt).orElse(0))
                .put("image", latest.map(RunningContainer::image).orElse(spec.image()))
                .put("imageID", latest.map(RunningContainer::imageId).orElse(""));
        latest.ifPresent(container -> status.put("containerID", place.runtime() + "://" + container.id()));
        status.put("started", latest.filter(this::isStarted).isPresent());
        return status;
    }

    private ObjectNode usual() {
        boolean inits = !view.pod().initContainers().isEmpty();
        return Json.object().put("reason", inits ? "PodInitializing" : "ContainerCreating");
    }

    private boolean isStarted(RunningContainer container) {
        return container.runs() && view.health(container).started();
    }

    private boolean isReady(ContainerSpec spec, Optional<RunningContainer> latest) {
        if (spec.part() == Part.INIT) {
            return latest.isPresent() && latest.get().state() instanceof State.Exited exited && exited.code() == 0;
        }
        return latest.filter(container ->
                        isStarted(container) && view.health(container).ready())
                .isPresent();
    }

    /// Why it does not run though it shall.
    private Optional<ObjectNode> waiting(ContainerSpec spec, Optional<RunningContainer> latest) {
        if (view.goesDown() || latest.filter(RunningContainer::runs).isPresent()) {
            return Optional.empty();
        }
        Trouble trouble = view.memory().troubles().get(spec.name());
        if (trouble != null) {
            boolean pulls = trouble.reason().equals("ErrImagePull") && trouble.tries() > 0;
            return Optional.of(Json.object()
                    .put("reason", pulls ? "ImagePullBackOff" : trouble.reason())
                    .put("message", trouble.message()));
        }
        Crash crash = view.memory().crashes().get(spec.name());
        if (latest.isPresent()
                && crash != null
                && latest.get().state() instanceof State.Exited exited
                && spec.restarts(view.pod(), exited.code())
                && crash.until(exited.until()).isAfter(view.now())) {
            return Optional.of(Json.object().put("reason", "CrashLoopBackOff").put("message", backOff(spec, crash)));
        }
        return Optional.empty();
    }

    private String backOff(ContainerSpec spec, Crash crash) {
        return "back-off %s restarting failed container=%s pod=%s_%s(%s)"
                .formatted(
                        GoDuration.shown(crash.pause()),
                        spec.name(),
                        view.pod().meta().name(),
                        view.pod().meta().namespace(),
                        view.pod().uid());
    }

    private void write(RunningContainer container, ObjectNode into) {
        switch (container.state()) {
            case State.Created _ -> {}
            case State.Running running -> into.putObject("running").put("startedAt", shown(running.since()));
            case State.Exited exited -> {
                ObjectNode terminated = into.putObject("terminated").put("exitCode", exited.code());
                if (exited.signal() > 0) {
                    terminated.put("signal", exited.signal());
                }
                terminated.put("reason", exited.reason());
                if (!exited.message().isEmpty()) {
                    terminated.put("message", exited.message());
                }
                terminated.put("startedAt", shown(exited.since())).put("finishedAt", shown(exited.until()));
                terminated.put("containerID", place.runtime() + "://" + container.id());
            }
        }
    }

    static String shown(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
