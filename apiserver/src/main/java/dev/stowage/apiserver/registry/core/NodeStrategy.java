package dev.stowage.apiserver.registry.core;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.core.pod.TolerationValidation;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The strategy of nodes. Kubelets update labels and status together, through the status subresource.
final class NodeStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Node", "nodes")
                .shortNames("no")
                .cluster()
                .status(StatusStrategy.TAKES_METADATA)
                .part("proxy", "NodeProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable(new SelectableField(
                        "spec.unschedulable",
                        object -> Boolean.toString(JsonTree.flag(object, "spec", "unschedulable"))))
                .strategy(new NodeStrategy())
                .columns(NodeColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        JsonTree.object(object, "status").ifPresent(status -> {
            if (!JsonTree.has(status, "allocatable") && JsonTree.has(status, "capacity")) {
                status.set("allocatable", status.path("capacity").deepCopy());
            }
        });
        JsonTree.object(object, "spec").ifPresent(NodeStrategy::mirrorRange);
    }

    /// Keeps the deprecated field `podCIDR` equal to the first of `podCIDRs`.
    private static void mirrorRange(ObjectNode spec) {
        String first = JsonTree.list(spec, "podCIDRs").path(0).asText("");
        String range = JsonTree.text(spec, "podCIDR");
        if (!first.isEmpty()) {
            spec.put("podCIDR", first);
        } else if (!range.isEmpty()) {
            spec.putArray("podCIDRs").add(range);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        Set<String> known = new HashSet<>();
        int i = 0;
        for (JsonNode taint : JsonTree.list(object, "spec", "taints")) {
            taint(taint, "metadata.taints[" + i++ + "]", known, fieldErrors);
        }
    }

    private static void taint(JsonNode taint, String path, Set<String> known, FieldErrors fieldErrors) {
        String key = JsonTree.text(taint, "key");
        String value = JsonTree.text(taint, "value");
        String effect = JsonTree.text(taint, "effect");
        FieldChecks.violations(NameValidation.qualified(key), key, path + ".key", fieldErrors);
        List<String> violations = NameValidation.labelValue(value);
        if (!violations.isEmpty()) {
            fieldErrors.invalid(path + ".value", quoted(value), String.join(";", violations));
        }
        FieldChecks.oneOf(effect, path + ".effect", TolerationValidation.EFFECTS, fieldErrors);
        if (!known.add(key + "/" + effect)) {
            String shown = "{\"Key\":%s,\"Value\":%s,\"Effect\":%s,\"TimeAdded\":null}"
                    .formatted(quoted(key), quoted(value), quoted(effect));
            fieldErrors.duplicate(path, shown + ": taints must be unique by key and effect pair");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        JsonNode ranges = JsonTree.list(old, "spec", "podCIDRs");
        if (!ranges.isEmpty() && !ranges.equals(JsonTree.list(object, "spec", "podCIDRs"))) {
            fieldErrors.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = JsonTree.text(old, "spec", "providerID");
        if (!provider.isEmpty() && !provider.equals(JsonTree.text(object, "spec", "providerID"))) {
            fieldErrors.forbidden(
                    "spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
        addresses(object, fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        addresses(object, fieldErrors);
    }

    private static void addresses(ObjectNode object, FieldErrors fieldErrors) {
        Set<JsonNode> known = new HashSet<>();
        int i = 0;
        for (JsonNode address : JsonTree.list(object, "status", "addresses")) {
            String path = "status.addresses[" + i++ + "]";
            if (!known.add(address)) {
                fieldErrors.duplicate(path, address.toString());
            }
        }
    }
}
