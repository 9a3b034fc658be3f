package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.patch.PatchKind;
import dev.stowage.apiserver.patch.Patches;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import java.io.IOException;
import java.util.List;

/// How many of something there are to be: the sub-resource `scale`.
final class Scaling {
    private static final int TRIES = 5;

    private final Services services;
    private final Commit commit;

    Scaling(Services services, Commit commit) {
        this.services = services;
        this.commit = commit;
    }

    Outcome.Told answer(Target target, Agent agent, Parameters parameters, Verb verb, Body body)
            throws ApiException, IOException, InterruptedException {
        Scale scale = target.resource().scale().orElseThrow(target::notFound);
        if (verb == Verb.GET) {
            Entry entry = services.store().get(target.key()).orElseThrow(target::notFound);
            return new Outcome.Told(200, show(scale, Json.stored(entry.value())), List.of());
        }
        WriteOptions.Kind kind = verb == Verb.PATCH ? WriteOptions.Kind.PATCH : WriteOptions.Kind.UPDATE;
        WriteOptions options = WriteOptions.parse(kind, parameters, agent);
        for (int i = 1; ; i++) {
            Entry current = services.store().get(target.key()).orElseThrow(target::notFound);
            ObjectNode object = Json.stored(current.value());
            ObjectNode wanted = verb == Verb.PATCH ? patch(body, show(scale, object)) : Bodies.plain(body, "Scale");
            String revision = Tree.text(wanted, "metadata", "resourceVersion");
            change(target, scale, object, wanted);
            try {
                Entry entry =
                        commit.replace(target, agent, options.dryRun(), object, current, new java.util.ArrayList<>());
                return new Outcome.Told(200, show(scale, Json.stored(entry.value())), List.of());
            } catch (ConflictException _) {
                if (i == TRIES || (verb == Verb.UPDATE && !revision.isEmpty())) {
                    throw target.conflict(Commit.MODIFIED);
                }
            }
        }
    }

    private static ObjectNode patch(Body body, ObjectNode shown) throws ApiException {
        PatchKind kind = PatchKind.of(body.mediaType())
                .orElseThrow(() -> new ApiException(
                        Reason.UNSUPPORTED_MEDIA_TYPE,
                        "the body of the request was in an unknown format - accepted media types include:"
                                + " application/json-patch+json, application/merge-patch+json,"
                                + " application/strategic-merge-patch+json"));
        return Patches.apply(kind, body.bytes(), shown, Types.of("io.k8s.api.autoscaling.v1.Scale"));
    }

    private static void change(Target target, Scale scale, ObjectNode object, ObjectNode wanted) throws ApiException {
        long replicas = Tree.number(wanted, "spec", "replicas").orElse(0);
        if (replicas < 0) {
            Problems problems = new Problems();
            problems.invalid("spec.replicas", Long.toString(replicas), "must be greater than or equal to 0");
            throw ApiException.invalid("autoscaling", "Scale", target.name(), problems);
        }
        List<String> parents = scale.wanted().subList(0, scale.wanted().size() - 1);
        Tree.ensure(object, parents.toArray(String[]::new)).put(scale.wanted().getLast(), replicas);
        Metadata.copy(Metadata.of(object), wanted.path("metadata"), "resourceVersion");
    }

    private static ObjectNode show(Scale scale, ObjectNode object) {
        ObjectNode shown = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = shown.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            Metadata.copy(metadata, object.path("metadata"), field);
        }
        long wanted = Tree.number(object, scale.wanted().toArray(String[]::new)).orElse(0);
        ObjectNode spec = shown.putObject("spec");
        if (wanted != 0) {
            spec.put("replicas", wanted);
        }
        ObjectNode status = shown.putObject("status");
        status.put(
                "replicas",
                Tree.number(object, scale.found().toArray(String[]::new)).orElse(0));
        String selector = scale.selector().apply(object);
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return shown;
    }
}
