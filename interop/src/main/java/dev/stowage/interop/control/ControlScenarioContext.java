package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.cluster.TestPod;
import dev.stowage.interop.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One scenario with one subject, in its own namespace. In texts, `$NS` stands for the name of that namespace.
final class ControlScenarioContext {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final ControlFixture fixture;
    private final ControllerProcesses controllerProcesses;
    private final String namespace;

    ControlScenarioContext(
            ControlFixture fixture,
            ControllerProcesses controllerProcesses,
            ControlSubject controlSubject,
            String scenario) {
        this.fixture = fixture;
        this.controllerProcesses = controllerProcesses;
        this.namespace = scenario + "-" + controlSubject.word();
    }

    void open() throws IOException, InterruptedException {
        fixture.adminApiClient()
                .create("", "{kind: Namespace, apiVersion: v1, metadata: {name: %s}}".formatted(namespace));
        await("the service account", ResourceKind.SERVICE_ACCOUNT, "default", JsonNode::isObject);
    }

    String namespace() {
        return namespace;
    }

    ControlFixture fixture() {
        return fixture;
    }

    ControllerProcesses controllerProcesses() {
        return controllerProcesses;
    }

    private String filled(String text) {
        return text.replace("$NS", namespace);
    }

    void create(String manifest) throws IOException, InterruptedException {
        fixture.adminApiClient().create(namespace, filled(manifest));
    }

    void patch(ResourceKind resourceKind, String name, String change) throws IOException, InterruptedException {
        fixture.adminApiClient().patch(resourceKind.path(namespace, filled(name)), filled(change));
    }

    void patchStatus(ResourceKind resourceKind, String name, String change) throws IOException, InterruptedException {
        fixture.adminApiClient().patch(resourceKind.path(namespace, filled(name)) + "/status", filled(change));
    }

    void delete(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        fixture.adminApiClient().delete(resourceKind.path(namespace, filled(name)));
    }

    JsonNode get(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        return fixture.adminApiClient().get(resourceKind.path(namespace, filled(name)));
    }

    JsonNode list(ResourceKind resourceKind) throws IOException, InterruptedException {
        return fixture.adminApiClient().get(resourceKind.path(namespace)).path("items");
    }

    JsonNode await(String what, ResourceKind resourceKind, String name, Predicate<JsonNode> check)
            throws IOException, InterruptedException {
        JsonNode[] last = new JsonNode[1];
        try {
            Await.until(what, SOON, List.of(), () -> {
                controllerProcesses.requireAlive();
                last[0] = get(resourceKind, name);
                return check.test(last[0]);
            });
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; it is " + shown(last[0]), e);
        }
        return last[0];
    }

    private static String shown(@Nullable JsonNode object) {
        if (object instanceof ObjectNode whole) {
            whole.withObject("/metadata").remove("managedFields");
        }
        return String.valueOf(object);
    }

    JsonNode awaitText(ResourceKind resourceKind, String name, String pointer, String wanted)
            throws IOException, InterruptedException {
        return await(
                "%s \"%s\" of %s".formatted(pointer, wanted, filled(name)),
                resourceKind,
                name,
                object -> object.at(pointer).asText().equals(wanted));
    }

    JsonNode awaitPhase(ResourceKind resourceKind, String name, String phase) throws IOException, InterruptedException {
        return awaitText(resourceKind, name, "/status/phase", phase);
    }

    void awaitGone(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        await("the end of " + filled(name), resourceKind, name, JsonNode::isMissingNode);
    }

    /// @return the name of the volume
    String awaitBound(String claim) throws IOException, InterruptedException {
        String volume = awaitPhase(ResourceKind.CLAIM, claim, "Bound")
                .at("/spec/volumeName")
                .asText();
        awaitPhase(ResourceKind.VOLUME, volume, "Bound");
        return volume;
    }

    /// Of something in the namespace.
    void awaitEvent(String reason, String object) throws IOException, InterruptedException {
        Await.until("event %s of %s".formatted(reason, object), SOON, List.of(), () -> {
            controllerProcesses.requireAlive();
            for (JsonNode event : list(ResourceKind.EVENT)) {
                if (event.path("reason").asText().equals(reason)
                        && event.at("/involvedObject/name").asText().equals(filled(object))) {
                    return true;
                }
            }
            return false;
        });
    }

    /// A pod that runs until it is deleted.
    void pod(String name, String claim) throws IOException, InterruptedException {
        podWith(name, "persistentVolumeClaim: {claimName: %s}".formatted(claim));
    }

    /// @param volume the source of its one volume, mounted at /data
    void podWith(String name, String volume) throws IOException, InterruptedException {
        create(TestPod.manifest(name, "sleep infinity") + """
                    volumeMounts: [{name: data, mountPath: /data}]
                  volumes:
                  - name: data
                    %s
                """.formatted(volume));
    }

    void deletePod(String name) throws IOException, InterruptedException {
        delete(ResourceKind.POD, name);
        awaitGone(ResourceKind.POD, name);
    }

    /// In the pod's container, by busybox's shell.
    String inside(String pod, String command) throws IOException, InterruptedException {
        return kubectl("exec", pod, "--", "/bin/sh", "-c", command);
    }

    String kubectl(String... arguments) throws IOException, InterruptedException {
        String[] line = new String[arguments.length + 2];
        line[0] = "-n";
        line[1] = namespace;
        System.arraycopy(arguments, 0, line, 2, arguments.length);
        return fixture.plane().kubectl().output(line);
    }
}
