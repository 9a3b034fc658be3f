package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimePod;
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

/// Builds pod states step by step. Only the spec is real.
final class PodStateBuilder {
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final ObjectNode pod;
    private final List<RuntimeContainer> containers = new ArrayList<>();
    private final Map<String, CrashLoopBackOff> crashes = new HashMap<>();
    private final Map<String, RetryableFailure> failures = new HashMap<>();
    private final Map<String, ContainerHealth> health = new HashMap<>();
    private final Set<PodAction.Background> underWay = new HashSet<>();
    private PodVolumeStatus volumes = new PodVolumeStatus.Ready(Map.of());
    private Instant missingSince = NOW;
    private @Nullable Instant endingSince;
    private @Nullable PodFailure refused;
    private @Nullable PodFailure evicted;
    private boolean place = true;
    private boolean known = true;
    private boolean released;

    private PodStateBuilder(ObjectNode pod) {
        this.pod = pod;
    }

    /// @param spec of a pod, as JSON
    static PodStateBuilder of(String spec) {
        try {
            ObjectNode pod = (ObjectNode) Json.read("""
                    {"metadata": {"name": "p", "namespace": "default", "uid": "u", "resourceVersion": "1"}}""".getBytes(StandardCharsets.UTF_8));
            pod.set("spec", Json.read(spec.getBytes(StandardCharsets.UTF_8)));
            return new PodStateBuilder(pod);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A pod with one container and a restart policy.
    static PodStateBuilder single(String policy) {
        return of("{\"restartPolicy\": \"" + policy + "\", \"containers\": [{\"name\": \"c\"}]}");
    }

    PodStateBuilder with(String name, int attempt, State state) {
        containers.add(new RuntimeContainer(
                name + attempt, name, attempt, "image", "imageId", Path.of("/logs/" + name), state));
        return this;
    }

    PodStateBuilder runs(String name) {
        return with(name, 0, new State.Running(NOW.minusSeconds(60)));
    }

    PodStateBuilder ended(String name, int code) {
        return ended(name, 0, code, Duration.ZERO);
    }

    PodStateBuilder ended(String name, int attempt, int code, Duration ago) {
        String reason = code == 0 ? "Completed" : "Error";
        return with(name, attempt, new State.Exited(code, 0, reason, "", NOW.minusSeconds(60), NOW.minus(ago)));
    }

    PodStateBuilder crashed(String name, Duration pause) {
        crashes.put(name, new CrashLoopBackOff(pause, NOW.minusSeconds(60)));
        return this;
    }

    PodStateBuilder trouble(String name, String reason, Duration left) {
        failures.put(name, new RetryableFailure(reason, "no", 1, NOW.plus(left)));
        return this;
    }

    PodStateBuilder healthy(String id, ContainerHealth how) {
        health.put(id, how);
        return this;
    }

    PodStateBuilder underWay(PodAction.Background background) {
        underWay.add(background);
        return this;
    }

    PodStateBuilder volumes(PodVolumeStatus answer) {
        volumes = answer;
        return this;
    }

    PodStateBuilder missing(Duration time) {
        volumes = new PodVolumeStatus.Waiting(List.of("a", "b"), List.of("b"), List.of(), "");
        missingSince = NOW.minus(time);
        return this;
    }

    /// Without a sandbox.
    PodStateBuilder unprepared() {
        place = false;
        return this;
    }

    PodStateBuilder deleted(int grace) {
        pod.withObject("/metadata")
                .put("deletionTimestamp", "2026-01-01T12:00:00Z")
                .put("deletionGracePeriodSeconds", grace);
        endingSince = NOW;
        return this;
    }

    PodStateBuilder forgotten() {
        known = false;
        endingSince = NOW;
        return this;
    }

    PodStateBuilder released() {
        released = true;
        return this;
    }

    PodStateBuilder refused(String reason) {
        refused = new PodFailure(reason, "not here");
        return this;
    }

    PodStateBuilder evicted() {
        evicted = new PodFailure("Evicted", "too much");
        return this;
    }

    PodStateBuilder status(String field, String value) {
        pod.withObject("/status").put(field, value);
        return this;
    }

    PodState view() {
        var podMemory = new PodMemory(
                underWay, failures, crashes, health, refused, evicted, endingSince, "1", released, false, missingSince);
        RuntimePod shared = place ? new RuntimePod("u", "default", "p", "box", true, "10.0.0.1", containers) : null;
        return new PodState(NodePod.read(pod), known, shared, containers, volumes, podMemory, NOW);
    }

    List<PodAction> decide() {
        return PodDecision.of(view(), true);
    }
}
