package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.validation.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Nodes. Kubelets write labels and status at once, through the status.
final class Nodes implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Node", "nodes")
                .shortNames("no")
                .cluster()
                .status(StatusRule.TAKES_METADATA)
                .part("proxy", "NodeProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .selectable(new SelectableField(
                        "spec.unschedulable", object -> Boolean.toString(Tree.flag(object, "spec", "unschedulable"))))
                .strategy(new Nodes())
                .columns(NodeColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        Tree.object(object, "status").ifPresent(status -> {
            if (!Tree.has(status, "allocatable") && Tree.has(status, "capacity")) {
                status.set("allocatable", status.path("capacity").deepCopy());
            }
        });
        Tree.object(object, "spec").ifPresent(Nodes::mirrorRange);
    }

    /// The first of the ranges, under its old name.
    private static void mirrorRange(ObjectNode spec) {
        String first = Tree.list(spec, "podCIDRs").path(0).asText("");
        String range = Tree.text(spec, "podCIDR");
        if (!first.isEmpty()) {
            spec.put("podCIDR", first);
        } else if (!range.isEmpty()) {
            spec.putArray("podCIDRs").add(range);
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Set<String> known = new HashSet<>();
        int i = 0;
        for (JsonNode taint : Tree.list(object, "spec", "taints")) {
            taint(taint, "metadata.taints[" + i++ + "]", known, problems);
        }
    }

    private static void taint(JsonNode taint, String path, Set<String> known, Problems problems) {
        String key = Tree.text(taint, "key");
        String value = Tree.text(taint, "value");
        String effect = Tree.text(taint, "effect");
        Checks.mistakes(Names.qualified(key), key, path + ".key", problems);
        List<String> mistakes = Names.labelValue(value);
        if (!mistakes.isEmpty()) {
            problems.invalid(path + ".value", quoted(value), String.join(";", mistakes));
        }
        Checks.oneOf(effect, path + ".effect", TolerationValidation.EFFECTS, problems);
        if (!known.add(key + "/" + effect)) {
            String shown = "{\"Key\":%s,\"Value\":%s,\"Effect\":%s,\"TimeAdded\":null}"
                    .formatted(quoted(key), quoted(value), quoted(effect));
            problems.duplicate(path, shown + ": taints must be unique by key and effect pair");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        JsonNode ranges = Tree.list(old, "spec", "podCIDRs");
        if (!ranges.isEmpty() && !ranges.equals(Tree.list(object, "spec", "podCIDRs"))) {
            problems.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = Tree.text(old, "spec", "providerID");
        if (!provider.isEmpty() && !provider.equals(Tree.text(object, "spec", "providerID"))) {
            problems.forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
        addresses(object, problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        addresses(object, problems);
    }

    private static void addresses(ObjectNode object, Problems problems) {
        Set<JsonNode> known = new HashSet<>();
        int i = 0;
        for (JsonNode address : Tree.list(object, "status", "addresses")) {
            String path = "status.addresses[" + i++ + "]";
            if (!known.add(address)) {
                problems.duplicate(path, address.toString());
            }
        }
    }
}
