package dev.stowage.node.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.run.probe.Health;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningContainer.State;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.VolumeAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes views of pods, piece by piece. Nothing in it is real but the spec.
final class Views {
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final ObjectNode pod;
    private final List<RunningContainer> containers = new ArrayList<>();
    private final Map<String, Crash> crashes = new HashMap<>();
    private final Map<String, Trouble> troubles = new HashMap<>();
    private final Map<String, Health> health = new HashMap<>();
    private final Set<PodStep.Act> underWay = new HashSet<>();
    private VolumeAnswer volumes = new VolumeAnswer.Ready(Map.of());
    private Instant missingSince = NOW;
    private @Nullable Instant endingSince;
    private @Nullable Failure refused;
    private boolean place = true;
    private boolean known = true;
    private boolean released;

    private Views(ObjectNode pod) {
        this.pod = pod;
    }

    /// @param spec a pod's, as JSON
    static Views of(String spec) {
        try {
            ObjectNode pod = (ObjectNode) Json.read("""
                    {"metadata": {"name": "p", "namespace": "default", "uid": "u", "resourceVersion": "1"}}""".getBytes(StandardCharsets.UTF_8));
            pod.set("spec", Json.read(spec.getBytes(StandardCharsets.UTF_8)));
            return new Views(pod);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One container and a policy.
    static Views single(String policy) {
        return of("{\"restartPolicy\": \"" + policy + "\", \"containers\": [{\"name\": \"c\"}]}");
    }

    Views with(String name, int attempt, State state) {
        containers.add(new RunningContainer(
                name + attempt, name, attempt, "image", "imageId", Path.of("/logs/" + name), state));
        return this;
    }

    Views runs(String name) {
        return with(name, 0, new State.Running(NOW.minusSeconds(60)));
    }

    Views ended(String name, int code) {
        return ended(name, 0, code, Duration.ZERO);
    }

    Views ended(String name, int attempt, int code, Duration ago) {
        String reason = code == 0 ? "Completed" : "Error";
        return with(name, attempt, new State.Exited(code, 0, reason, "", NOW.minusSeconds(60), NOW.minus(ago)));
    }

    Views crashed(String name, Duration pause) {
        crashes.put(name, new Crash(pause, NOW.minusSeconds(60)));
        return this;
    }

    Views trouble(String name, String reason, Duration left) {
        troubles.put(name, new Trouble(reason, "no", 1, NOW.plus(left)));
        return this;
    }

    Views healthy(String id, Health how) {
        health.put(id, how);
        return this;
    }

    Views underWay(PodStep.Act act) {
        underWay.add(act);
        return this;
    }

    Views volumes(VolumeAnswer answer) {
        volumes = answer;
        return this;
    }

    Views missing(Duration time) {
        volumes = new VolumeAnswer.Waiting(List.of("a", "b"), List.of("b"), List.of(), "");
        missingSince = NOW.minus(time);
        return this;
    }

    /// Without what containers share.
    Views unprepared() {
        place = false;
        return this;
    }

    Views deleted(int grace) {
        pod.withObject("/metadata")
                .put("deletionTimestamp", "2026-01-01T12:00:00Z")
                .put("deletionGracePeriodSeconds", grace);
        endingSince = NOW;
        return this;
    }

    Views forgotten() {
        known = false;
        endingSince = NOW;
        return this;
    }

    Views released() {
        released = true;
        return this;
    }

    Views refused(String reason) {
        refused = new Failure(reason, "not here");
        return this;
    }

    Views status(String field, String value) {
        pod.withObject("/status").put(field, value);
        return this;
    }

    PodView view() {
        var memory = new Memory(
                underWay, troubles, crashes, health, refused, endingSince, "1", released, false, missingSince);
        RunningPod shared = place ? new RunningPod("u", "default", "p", "box", true, "10.0.0.1", containers) : null;
        return new PodView(NodePod.read(pod), known, shared, containers, volumes, memory, NOW);
    }

    List<PodStep> decide() {
        return PodDecision.of(view(), true);
    }
}
