package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.Map;

/// Sets the overhead and the node constraints of a pod from its runtime class.
final class RuntimeClassAdmission implements AdmissionPlugin {
    private static final String OVERHEAD = "overhead";
    private static final String DIFFERS = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.creates("pods")) {
            return;
        }
        ObjectNode spec = JsonTree.ensure(admissionAttributes.newObject(), "spec");
        JsonNode runtime = runtime(admissionAttributes, spec);
        if (runtime.path(OVERHEAD).path("podFixed") instanceof ObjectNode fixed) {
            boolean given = !spec.path(OVERHEAD).isEmpty();
            if (given && !spec.path(OVERHEAD).equals(fixed)) {
                throw admissionAttributes.forbiddenEarly(DIFFERS);
            }
            spec.set(OVERHEAD, fixed.deepCopy());
        }
        if (JsonTree.has(runtime, "scheduling")) {
            scheduling(admissionAttributes, spec, runtime.path("scheduling"));
        }
    }

    private static JsonNode runtime(AdmissionAttributes admissionAttributes, ObjectNode spec) throws ApiException {
        if (!JsonTree.has(spec, "runtimeClassName")) {
            return Json.object();
        }
        String name = JsonTree.text(spec, "runtimeClassName");
        return admissionAttributes
                .around()
                .find(new ObjectKey("runtimeclasses.node.k8s.io", "", name))
                .orElseThrow(() -> admissionAttributes.forbiddenEarly(
                        "pod rejected: RuntimeClass \"%s\" not found".formatted(name)));
    }

    private static void scheduling(AdmissionAttributes admissionAttributes, ObjectNode spec, JsonNode scheduling)
            throws ApiException {
        Map<String, String> wanted = JsonTree.texts(scheduling, "nodeSelector");
        for (Map.Entry<String, String> label : wanted.entrySet()) {
            String key = label.getKey();
            ObjectNode selector = JsonTree.ensure(spec, "nodeSelector");
            if (selector.has(key) && !JsonTree.text(selector, key).equals(label.getValue())) {
                throw admissionAttributes.forbiddenEarly(
                        "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                                .formatted(key, label.getValue(), key, JsonTree.text(selector, key)));
            }
            selector.put(key, label.getValue());
        }
        ArrayNode merged =
                PodTolerations.merge(JsonTree.list(spec, "tolerations"), JsonTree.list(scheduling, "tolerations"));
        if (!merged.isEmpty()) {
            spec.set("tolerations", merged);
        }
    }

    @Override
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.creates("pods")) {
            return;
        }
        ObjectNode spec = JsonTree.ensure(admissionAttributes.newObject(), "spec");
        JsonNode runtime = runtime(admissionAttributes, spec);
        if (!JsonTree.has(runtime, OVERHEAD)) {
            if (JsonTree.has(spec, OVERHEAD)) {
                throw admissionAttributes.forbidden(
                        "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
            }
        } else if (!runtime.path(OVERHEAD).path("podFixed").equals(spec.path(OVERHEAD))) {
            throw admissionAttributes.forbidden(DIFFERS);
        }
    }
}
