package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.QuantityValidation;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.math.BigDecimal;
import java.util.List;

/// Validates updates of a claim. Most fields are immutable, because quota and binding depend on them.
final class ClaimUpdateValidation {
    private static final String CLASS = "storageClassName";
    private static final String ATTRIBUTES_CLASS = "volumeAttributesClassName";

    private ClaimUpdateValidation() {}

    static void validate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        ObjectNode before = copy(old);
        ClaimDataSourceValidation.mirror(before);
        ObjectNode now = copy(object);
        forgiveVolume(now, before);
        forgiveClass(object, old, now, fieldErrors);
        if (JsonTree.text(object, "status", "phase").equals("Bound")) {
            forgiveSize(now, before);
            take(now, before, ATTRIBUTES_CLASS);
        }
        forgiveSpelling(now, before);
        JsonNode is = VolumeTypeShapes.CLAIM.show(now);
        JsonNode was = VolumeTypeShapes.CLAIM.show(before);
        if (!is.equals(was)) {
            fieldErrors.forbidden(
                    "spec",
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims\n" + ValueDiff.difference(was, is));
        }
        shrinking(spec, old, fieldErrors);
        ImmutableFields.validate(spec, old.path("spec"), "volumeMode", "", fieldErrors);
        attributesClass(spec, old, fieldErrors);
    }

    private static ObjectNode copy(JsonNode claim) {
        return claim.path("spec") instanceof ObjectNode spec ? spec.deepCopy() : Json.object();
    }

    /// The volume name may be set once.
    private static void forgiveVolume(ObjectNode now, ObjectNode before) {
        if (JsonTree.text(before, "volumeName").isEmpty()) {
            take(before, now, "volumeName");
        }
    }

    /// The class may be set once, and the field may take over the value of the deprecated annotation.
    private static void forgiveClass(ObjectNode object, ObjectNode old, ObjectNode now, FieldErrors fieldErrors) {
        boolean annotated = JsonTree.has(old, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS);
        String was = annotation(old);
        String is = annotation(object);
        boolean given = !JsonTree.has(old, "spec", CLASS) && JsonTree.has(object, "spec", CLASS);
        boolean agrees = JsonTree.text(object, "spec", CLASS).equals(was);
        boolean stays = !JsonTree.has(object, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)
                || is.equals(was);
        if (annotated && given && agrees && stays) {
            now.remove(CLASS);
            return;
        }
        if (!is.equals(was)) {
            ImmutableFields.refuse(
                    "metadata.annotations." + VolumeAnnotations.BETA_STORAGE_CLASS, quoted(is), fieldErrors);
        }
        if (given && (!annotated || agrees)) {
            now.remove(CLASS);
        }
    }

    private static String annotation(JsonNode claim) {
        return JsonTree.text(claim, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS);
    }

    private static void forgiveSize(ObjectNode now, ObjectNode before) {
        if (now.path("resources").path("requests") instanceof ObjectNode requests) {
            JsonNode size = JsonTree.at(before, "resources", "requests", "storage");
            requests.set("storage", JsonTree.has(size) ? size : requests.textNode("0"));
        }
    }

    /// The same amount has several possible texts.
    private static void forgiveSpelling(ObjectNode now, ObjectNode before) {
        for (String kind : List.of("requests", "limits")) {
            if (!(now.path("resources").path(kind) instanceof ObjectNode amounts)) {
                continue;
            }
            before.path("resources").path(kind).properties().forEach(old -> {
                JsonNode amount = amounts.path(old.getKey());
                if (JsonTree.has(amount)
                        && QuantityValidation.amount(amount).compareTo(QuantityValidation.amount(old.getValue()))
                                == 0) {
                    amounts.set(old.getKey(), old.getValue());
                }
            });
        }
    }

    private static void take(ObjectNode to, ObjectNode from, String name) {
        if (JsonTree.has(from, name)) {
            to.set(name, from.get(name));
        } else {
            to.remove(name);
        }
    }

    /// A request may be reduced only to cancel an expansion that has not succeeded yet.
    private static void shrinking(JsonNode spec, ObjectNode old, FieldErrors fieldErrors) {
        BigDecimal now = QuantityValidation.amount(JsonTree.at(spec, "resources", "requests", "storage"));
        BigDecimal before = QuantityValidation.amount(JsonTree.at(old, "spec", "resources", "requests", "storage"));
        BigDecimal capacity = QuantityValidation.amount(JsonTree.at(old, "status", "capacity", "storage"));
        if (now.compareTo(before) < 0 && now.compareTo(capacity) <= 0) {
            fieldErrors.forbidden("spec.resources.requests.storage", "field can not be less than status.capacity");
        }
    }

    private static void attributesClass(JsonNode spec, ObjectNode old, FieldErrors fieldErrors) {
        boolean applied = JsonTree.has(old, "status", "currentVolumeAttributesClassName");
        if (!applied
                || ImmutableFields.same(
                        spec.path(ATTRIBUTES_CLASS), old.path("spec").path(ATTRIBUTES_CLASS))) {
            return;
        }
        if (JsonTree.text(spec, ATTRIBUTES_CLASS).isEmpty()) {
            fieldErrors.forbidden(
                    "spec." + ATTRIBUTES_CLASS,
                    "update to %s is forbidden when status.currentVolumeAttributesClassName is not nil"
                            .formatted(JsonTree.has(spec, ATTRIBUTES_CLASS) ? "empty string" : "nil"));
        }
    }
}
