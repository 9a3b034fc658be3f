package dev.stowage.interop.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One scenario with one node agent: its own namespace, and the recorded state as text.
final class NodeScenarioContext {
    private static final Duration SOON = Duration.ofMinutes(3);

    private final NodeFixture fixture;
    private final String namespace;
    private final List<String> lines = new ArrayList<>();

    NodeScenarioContext(NodeFixture fixture, String namespace) {
        this.fixture = fixture;
        this.namespace = namespace;
    }

    AdminApiClient adminApiClient() {
        return fixture.adminApiClient();
    }

    String namespace() {
        return namespace;
    }

    void begin() throws IOException, InterruptedException {
        adminApiClient().create("", "{apiVersion: v1, kind: Namespace, metadata: {name: " + namespace + "}}");
        Await.until(
                "the service account of " + namespace,
                SOON,
                List.of(),
                () -> adminApiClient()
                        .get(ResourceKind.SERVICE_ACCOUNT.path(namespace, "default"))
                        .isObject());
    }

    void create(String manifest) throws IOException, InterruptedException {
        adminApiClient().create(namespace, manifest);
    }

    JsonNode get(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        return adminApiClient().get(resourceKind.path(namespace, name));
    }

    void note(String line) {
        line.lines().map(String::stripTrailing).forEach(lines::add);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    void awaitReady(String pod) throws IOException, InterruptedException {
        Await.until("readiness of pod " + namespace + "/" + pod, SOON, List.of(), () -> {
            for (JsonNode condition : get(ResourceKind.POD, pod).at("/status/conditions")) {
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
                () -> get(ResourceKind.POD, pod).at("/status/phase").asText().equals(phase));
    }

    void await(String what, Await.Check check) throws IOException, InterruptedException {
        Await.until(what + " in " + namespace, SOON, List.of(), check);
    }

    /// Runs a command in the pod with busybox's shell and returns its output.
    String inside(String pod, String command) throws IOException, InterruptedException {
        return kubectl().output("exec", "-n", namespace, pod, "--", "/bin/sh", "-c", command);
    }

    Kubectl kubectl() {
        return fixture.plane().kubectl();
    }

    /// Records what the pod sees, the files in the kubelet directory, and the pod's status.
    ///
    /// @param command shows what the pod sees
    void show(String pod, String command) throws IOException, InterruptedException {
        awaitReady(pod);
        PodState podState = PodState.of(this, fixture.node().kubeletRoot(), pod);
        note("-- " + pod + " sees");
        note(podState.plain(inside(pod, command)));
        note("-- files for " + pod);
        podState.files().forEach(this::note);
        note("-- what " + pod + " reports");
        podState.status().forEach(this::note);
    }

    /// Deletes the pod and waits until nothing of it is left in the kubelet directory.
    void end(String pod) throws IOException, InterruptedException {
        String uid = get(ResourceKind.POD, pod).at("/metadata/uid").asText();
        Path folder = fixture.node().kubeletRoot().resolve("pods").resolve(uid);
        adminApiClient().delete(ResourceKind.POD.path(namespace, pod));
        await("the end of pod " + pod, () -> get(ResourceKind.POD, pod).isMissingNode());
        await("the end of the folder of pod " + pod, () -> !Files.exists(folder));
        note("-- nothing is left of " + pod);
    }

    /// Deletes what is left and waits until its volumes are deleted.
    void clean() throws IOException, InterruptedException {
        adminApiClient().delete(ResourceKind.NAMESPACE.path("", namespace));
        await(
                "the end of the namespace",
                () -> adminApiClient()
                        .get(ResourceKind.NAMESPACE.path("", namespace))
                        .isMissingNode());
        await("the end of the volumes", () -> {
            for (JsonNode volume :
                    adminApiClient().get(ResourceKind.VOLUME.path("")).path("items")) {
                if (volume.at("/spec/claimRef/namespace").asText().equals(namespace)) {
                    return false;
                }
            }
            return true;
        });
    }
}
