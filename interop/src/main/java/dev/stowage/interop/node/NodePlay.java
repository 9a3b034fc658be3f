package dev.stowage.interop.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.program.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One scenario with one of the two: a namespace of its own, and a text of what there was to see.
final class NodePlay {
    private static final Duration SOON = Duration.ofMinutes(3);

    private final NodeStage stage;
    private final String namespace;
    private final List<String> lines = new ArrayList<>();

    NodePlay(NodeStage stage, String namespace) {
        this.stage = stage;
        this.namespace = namespace;
    }

    Api api() {
        return stage.api();
    }

    String namespace() {
        return namespace;
    }

    void begin() throws IOException, InterruptedException {
        api().create("", "{apiVersion: v1, kind: Namespace, metadata: {name: " + namespace + "}}");
        Await.until(
                "the service account of " + namespace,
                SOON,
                List.of(),
                () -> api().get(Kind.SERVICE_ACCOUNT.path(namespace, "default")).isObject());
    }

    void create(String manifest) throws IOException, InterruptedException {
        api().create(namespace, manifest);
    }

    JsonNode get(Kind kind, String name) throws IOException, InterruptedException {
        return api().get(kind.path(namespace, name));
    }

    void note(String line) {
        line.lines().map(String::stripTrailing).forEach(lines::add);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    void awaitReady(String pod) throws IOException, InterruptedException {
        Await.until("readiness of pod " + namespace + "/" + pod, SOON, List.of(), () -> {
            for (JsonNode condition : get(Kind.POD, pod).at("/status/conditions")) {
                if (condition.path("type").asText().equals("Ready")) {
                    return condition.path("status").asText().equals("True");
                }
            }
            return false;
        });
    }

    void awaitPhase(String pod, String phase) throws IOException, InterruptedException {
        await(
                phase + " of pod " + pod,
                () -> get(Kind.POD, pod).at("/status/phase").asText().equals(phase));
    }

    void await(String what, Await.Check check) throws IOException, InterruptedException {
        Await.until(what + " in " + namespace, SOON, List.of(), check);
    }

    /// What a line for busybox's shell says inside the pod.
    String inside(String pod, String command) throws IOException, InterruptedException {
        return kubectl().ask("exec", "-n", namespace, pod, "--", "/bin/sh", "-c", command);
    }

    Kubectl kubectl() {
        return stage.plane().kubectl();
    }

    /// Writes down what the pod sees, what lies in the kubelet's folder for it, and what its object says.
    ///
    /// @param command shows what the pod sees
    void show(String pod, String command) throws IOException, InterruptedException {
        awaitReady(pod);
        Sight sight = Sight.of(this, stage.node().kubeletRoot(), pod);
        note("-- " + pod + " sees");
        note(sight.plain(inside(pod, command)));
        note("-- files for " + pod);
        sight.files().forEach(this::note);
        note("-- what " + pod + " tells");
        sight.status().forEach(this::note);
    }

    /// Deletes the pod and waits until nothing of it is left in the kubelet's folder.
    void end(String pod) throws IOException, InterruptedException {
        String uid = get(Kind.POD, pod).at("/metadata/uid").asText();
        Path folder = stage.node().kubeletRoot().resolve("pods").resolve(uid);
        api().delete(Kind.POD.path(namespace, pod));
        await("the end of pod " + pod, () -> get(Kind.POD, pod).isMissingNode());
        await("the end of the folder of pod " + pod, () -> !Files.exists(folder));
        note("-- nothing is left of " + pod);
    }

    /// Deletes what is left and waits until its volumes are gone.
    void clean() throws IOException, InterruptedException {
        api().delete(Kind.NAMESPACE.path("", namespace));
        await(
                "the end of the namespace",
                () -> api().get(Kind.NAMESPACE.path("", namespace)).isMissingNode());
        await("the end of the volumes", () -> {
            for (JsonNode volume : api().get(Kind.VOLUME.path("")).path("items")) {
                if (volume.at("/spec/claimRef/namespace").asText().equals(namespace)) {
                    return false;
                }
            }
            return true;
        });
    }
}
