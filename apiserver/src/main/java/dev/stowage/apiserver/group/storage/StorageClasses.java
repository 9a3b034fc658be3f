package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.NodeLabels;
import dev.stowage.apiserver.validation.Shown;
import java.util.ArrayList;
import java.util.List;

final class StorageClasses implements Strategy {
    private static final List<String> POLICIES = List.of("Delete", "Retain");
    private static final List<String> BINDING_MODES = List.of("Immediate", "WaitForFirstConsumer");

    static Resource resource(Group group) {
        return group.resource("StorageClass", "storageclasses")
                .shortNames("sc")
                .cluster()
                .strategy(new StorageClasses())
                .columns(TableOf.nameAs(StorageClasses::name)
                        .text("Provisioner", object -> Tree.text(object, "provisioner"))
                        .text("ReclaimPolicy", object -> or("Delete", object, "reclaimPolicy"))
                        .text("VolumeBindingMode", object -> or("Immediate", object, "volumeBindingMode"))
                        .text("AllowVolumeExpansion", object -> Tree.flag(object, "allowVolumeExpansion"))
                        .age())
                .done();
    }

    private static String name(JsonNode object) {
        String name = Tree.text(object, "metadata", "name");
        JsonNode annotations = Tree.at(object, "metadata", "annotations");
        boolean preferred = Tree.text(annotations, "storageclass.kubernetes.io/is-default-class")
                        .equals("true")
                || Tree.text(annotations, "storageclass.beta.kubernetes.io/is-default-class")
                        .equals("true");
        return preferred ? name + " (default)" : name;
    }

    private static String or(String otherwise, JsonNode object, String field) {
        return Tree.has(object, field) ? Tree.text(object, field) : otherwise;
    }

    @Override
    public void complete(ObjectNode object) {
        if (!Tree.has(object, "reclaimPolicy")) {
            object.put("reclaimPolicy", "Delete");
        }
        if (!Tree.has(object, "volumeBindingMode")) {
            object.put("volumeBindingMode", "Immediate");
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Parameters.driver(object, "provisioner", problems);
        Parameters.validate(object, true, problems);
        String policy = Tree.text(object, "reclaimPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            problems.notSupported("reclaimPolicy", quoted(policy), POLICIES);
        }
        String mode = Tree.text(object, "volumeBindingMode");
        if (!BINDING_MODES.contains(mode)) {
            problems.notSupported("volumeBindingMode", quoted(mode), BINDING_MODES);
        }
        AllowedTopologies.validate(Tree.list(object, "allowedTopologies"), problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        if (!Immutable.same(object.path("parameters"), old.path("parameters"))) {
            JsonNode parameters = Shown.sorted(object.path("parameters"));
            Immutable.refuse("parameters", Shown.value(parameters), problems);
        }
        for (String field : List.of("provisioner", "reclaimPolicy", "volumeBindingMode")) {
            String now = Tree.text(object, field);
            if (!now.equals(Tree.text(old, field))) {
                Immutable.refuse(field, quoted(now), problems);
            }
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> warnings = new ArrayList<>();
        int i = 0;
        for (JsonNode term : Tree.list(object, "allowedTopologies")) {
            int j = 0;
            for (JsonNode expression : Tree.list(term, "matchLabelExpressions")) {
                String field = "allowedTopologies[%d].matchLabelExpressions[%d].key".formatted(i, j++);
                NodeLabels.warning(Tree.text(expression, "key")).ifPresent(told -> warnings.add(field + ": " + told));
            }
            i++;
        }
        return warnings;
    }
}
