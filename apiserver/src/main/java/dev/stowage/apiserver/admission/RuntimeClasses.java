package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Key;
import java.util.Map;

/// What a pod costs, and where it can run, because of what runs it.
final class RuntimeClasses implements Step {
    private static final String OVERHEAD = "overhead";
    private static final String DIFFERS = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

    @Override
    public void mutate(Attempt attempt) throws ApiException {
        if (!attempt.creates("pods")) {
            return;
        }
        ObjectNode spec = Tree.ensure(attempt.becoming(), "spec");
        JsonNode runtime = runtime(attempt, spec);
        if (runtime.path(OVERHEAD).path("podFixed") instanceof ObjectNode fixed) {
            boolean given = !spec.path(OVERHEAD).isEmpty();
            if (given && !spec.path(OVERHEAD).equals(fixed)) {
                throw attempt.forbiddenEarly(DIFFERS);
            }
            spec.set(OVERHEAD, fixed.deepCopy());
        }
        if (Tree.has(runtime, "scheduling")) {
            scheduling(attempt, spec, runtime.path("scheduling"));
        }
    }

    private static JsonNode runtime(Attempt attempt, ObjectNode spec) throws ApiException {
        if (!Tree.has(spec, "runtimeClassName")) {
            return Json.object();
        }
        String name = Tree.text(spec, "runtimeClassName");
        return attempt.around()
                .find(new Key("runtimeclasses.node.k8s.io", "", name))
                .orElseThrow(
                        () -> attempt.forbiddenEarly("pod rejected: RuntimeClass \"%s\" not found".formatted(name)));
    }

    private static void scheduling(Attempt attempt, ObjectNode spec, JsonNode scheduling) throws ApiException {
        Map<String, String> wanted = Tree.texts(scheduling, "nodeSelector");
        for (Map.Entry<String, String> label : wanted.entrySet()) {
            String key = label.getKey();
            ObjectNode selector = Tree.ensure(spec, "nodeSelector");
            if (selector.has(key) && !Tree.text(selector, key).equals(label.getValue())) {
                throw attempt.forbiddenEarly(
                        "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                                .formatted(key, label.getValue(), key, Tree.text(selector, key)));
            }
            selector.put(key, label.getValue());
        }
        ArrayNode merged = Tolerations.merge(Tree.list(spec, "tolerations"), Tree.list(scheduling, "tolerations"));
        if (!merged.isEmpty()) {
            spec.set("tolerations", merged);
        }
    }

    @Override
    public void validate(Attempt attempt) throws ApiException {
        if (!attempt.creates("pods")) {
            return;
        }
        ObjectNode spec = Tree.ensure(attempt.becoming(), "spec");
        JsonNode runtime = runtime(attempt, spec);
        if (!Tree.has(runtime, OVERHEAD)) {
            if (Tree.has(spec, OVERHEAD)) {
                throw attempt.forbidden(
                        "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
            }
        } else if (!runtime.path(OVERHEAD).path("podFixed").equals(spec.path(OVERHEAD))) {
            throw attempt.forbidden(DIFFERS);
        }
    }
}
