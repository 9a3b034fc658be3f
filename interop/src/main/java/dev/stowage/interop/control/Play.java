package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.TestPod;
import dev.stowage.interop.program.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One scenario on one side, in a namespace of its own. In texts, `$NS` stands for what is this play's alone.
final class Play {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final Stage stage;
    private final Controllers controllers;
    private final String namespace;

    Play(Stage stage, Controllers controllers, Side side, String scenario) {
        this.stage = stage;
        this.controllers = controllers;
        this.namespace = scenario + "-" + side.word();
    }

    void open() throws IOException, InterruptedException {
        stage.api().create("", "{kind: Namespace, apiVersion: v1, metadata: {name: %s}}".formatted(namespace));
        await("the service account", Kind.SERVICE_ACCOUNT, "default", JsonNode::isObject);
    }

    String namespace() {
        return namespace;
    }

    Stage stage() {
        return stage;
    }

    Controllers controllers() {
        return controllers;
    }

    private String filled(String text) {
        return text.replace("$NS", namespace);
    }

    void create(String manifest) throws IOException, InterruptedException {
        stage.api().create(namespace, filled(manifest));
    }

    void patch(Kind kind, String name, String change) throws IOException, InterruptedException {
        stage.api().patch(kind.path(namespace, filled(name)), filled(change));
    }

    void patchStatus(Kind kind, String name, String change) throws IOException, InterruptedException {
        stage.api().patch(kind.path(namespace, filled(name)) + "/status", filled(change));
    }

    void delete(Kind kind, String name) throws IOException, InterruptedException {
        stage.api().delete(kind.path(namespace, filled(name)));
    }

    JsonNode get(Kind kind, String name) throws IOException, InterruptedException {
        return stage.api().get(kind.path(namespace, filled(name)));
    }

    JsonNode list(Kind kind) throws IOException, InterruptedException {
        return stage.api().get(kind.path(namespace)).path("items");
    }

    JsonNode await(String what, Kind kind, String name, Predicate<JsonNode> check)
            throws IOException, InterruptedException {
        JsonNode[] last = new JsonNode[1];
        try {
            Await.until(what, SOON, List.of(), () -> {
                controllers.requireAlive();
                last[0] = get(kind, name);
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

    JsonNode awaitText(Kind kind, String name, String pointer, String wanted) throws IOException, InterruptedException {
        return await(
                "%s \"%s\" of %s".formatted(pointer, wanted, filled(name)),
                kind,
                name,
                object -> object.at(pointer).asText().equals(wanted));
    }

    JsonNode awaitPhase(Kind kind, String name, String phase) throws IOException, InterruptedException {
        return awaitText(kind, name, "/status/phase", phase);
    }

    void awaitGone(Kind kind, String name) throws IOException, InterruptedException {
        await("the end of " + filled(name), kind, name, JsonNode::isMissingNode);
    }

    /// @return the name of the volume
    String awaitBound(String claim) throws IOException, InterruptedException {
        String volume =
                awaitPhase(Kind.CLAIM, claim, "Bound").at("/spec/volumeName").asText();
        awaitPhase(Kind.VOLUME, volume, "Bound");
        return volume;
    }

    /// Of something in the namespace.
    void awaitEvent(String reason, String object) throws IOException, InterruptedException {
        Await.until("event %s of %s".formatted(reason, object), SOON, List.of(), () -> {
            controllers.requireAlive();
            for (JsonNode event : list(Kind.EVENT)) {
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
        delete(Kind.POD, name);
        awaitGone(Kind.POD, name);
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
        return stage.plane().kubectl().ask(line);
    }
}
