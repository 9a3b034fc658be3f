package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Quantities;
import dev.stowage.apiserver.validation.Shown;
import java.math.BigDecimal;
import java.util.List;

/// What may change in a claim: little, because quota and binding rest on it.
final class PersistentVolumeClaimUpdates {
    private static final String CLASS = "storageClassName";
    private static final String ATTRIBUTES_CLASS = "volumeAttributesClassName";

    private PersistentVolumeClaimUpdates() {}

    static void validate(ObjectNode object, ObjectNode old, Problems problems) {
        JsonNode spec = object.path("spec");
        ObjectNode before = copy(old);
        PersistentVolumeClaimDataSources.mirror(before);
        ObjectNode now = copy(object);
        forgiveVolume(now, before);
        forgiveClass(object, old, now, problems);
        if (Tree.text(object, "status", "phase").equals("Bound")) {
            forgiveSize(now, before);
            take(now, before, ATTRIBUTES_CLASS);
        }
        forgiveSpelling(now, before);
        JsonNode is = PersistentVolumeShapes.CLAIM.show(now);
        JsonNode was = PersistentVolumeShapes.CLAIM.show(before);
        if (!is.equals(was)) {
            problems.forbidden(
                    "spec",
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims\n" + Shown.difference(was, is));
        }
        shrinking(spec, old, problems);
        Immutable.validate(spec, old.path("spec"), "volumeMode", "", problems);
        attributesClass(spec, old, problems);
    }

    private static ObjectNode copy(JsonNode claim) {
        return claim.path("spec") instanceof ObjectNode spec ? spec.deepCopy() : Json.object();
    }

    /// A volume may be given once.
    private static void forgiveVolume(ObjectNode now, ObjectNode before) {
        if (Tree.text(before, "volumeName").isEmpty()) {
            take(before, now, "volumeName");
        }
    }

    /// A class may be given once, and the field may take over what the annotation of old times says.
    private static void forgiveClass(ObjectNode object, ObjectNode old, ObjectNode now, Problems problems) {
        boolean annotated = Tree.has(old, "metadata", "annotations", PersistentVolumes.BETA_CLASS);
        String was = annotation(old);
        String is = annotation(object);
        boolean given = !Tree.has(old, "spec", CLASS) && Tree.has(object, "spec", CLASS);
        boolean agrees = Tree.text(object, "spec", CLASS).equals(was);
        boolean stays = !Tree.has(object, "metadata", "annotations", PersistentVolumes.BETA_CLASS) || is.equals(was);
        if (annotated && given && agrees && stays) {
            now.remove(CLASS);
            return;
        }
        if (!is.equals(was)) {
            Immutable.refuse("metadata.annotations." + PersistentVolumes.BETA_CLASS, quoted(is), problems);
        }
        if (given && (!annotated || agrees)) {
            now.remove(CLASS);
        }
    }

    private static String annotation(JsonNode claim) {
        return Tree.text(claim, "metadata", "annotations", PersistentVolumes.BETA_CLASS);
    }

    private static void forgiveSize(ObjectNode now, ObjectNode before) {
        if (now.path("resources").path("requests") instanceof ObjectNode requests) {
            JsonNode size = Tree.at(before, "resources", "requests", "storage");
            requests.set("storage", Tree.has(size) ? size : requests.textNode("0"));
        }
    }

    /// The same amount may be written in several ways.
    private static void forgiveSpelling(ObjectNode now, ObjectNode before) {
        for (String kind : List.of("requests", "limits")) {
            if (!(now.path("resources").path(kind) instanceof ObjectNode amounts)) {
                continue;
            }
            before.path("resources").path(kind).properties().forEach(old -> {
                JsonNode amount = amounts.path(old.getKey());
                if (Tree.has(amount) && Quantities.amount(amount).compareTo(Quantities.amount(old.getValue())) == 0) {
                    amounts.set(old.getKey(), old.getValue());
                }
            });
        }
    }

    private static void take(ObjectNode to, ObjectNode from, String name) {
        if (Tree.has(from, name)) {
            to.set(name, from.get(name));
        } else {
            to.remove(name);
        }
    }

    /// Only a growth that has not happened may be taken back.
    private static void shrinking(JsonNode spec, ObjectNode old, Problems problems) {
        BigDecimal now = Quantities.amount(Tree.at(spec, "resources", "requests", "storage"));
        BigDecimal before = Quantities.amount(Tree.at(old, "spec", "resources", "requests", "storage"));
        BigDecimal capacity = Quantities.amount(Tree.at(old, "status", "capacity", "storage"));
        if (now.compareTo(before) < 0 && now.compareTo(capacity) <= 0) {
            problems.forbidden("spec.resources.requests.storage", "field can not be less than status.capacity");
        }
    }

    private static void attributesClass(JsonNode spec, ObjectNode old, Problems problems) {
        boolean applied = Tree.has(old, "status", "currentVolumeAttributesClassName");
        if (!applied
                || Immutable.same(spec.path(ATTRIBUTES_CLASS), old.path("spec").path(ATTRIBUTES_CLASS))) {
            return;
        }
        if (Tree.text(spec, ATTRIBUTES_CLASS).isEmpty()) {
            problems.forbidden(
                    "spec." + ATTRIBUTES_CLASS,
                    "update to %s is forbidden when status.currentVolumeAttributesClassName is not nil"
                            .formatted(Tree.has(spec, ATTRIBUTES_CLASS) ? "empty string" : "nil"));
        }
    }
}
