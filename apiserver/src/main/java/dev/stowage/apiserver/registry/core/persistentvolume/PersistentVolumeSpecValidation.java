package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.NodeSelectorValidation;
import dev.stowage.apiserver.validation.QuantityValidation;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.k8s.validation.NameValidation;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Validates the spec of a volume, also inside a VolumeAttachment.
public final class PersistentVolumeSpecValidation {
    static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
    private static final List<String> ACCESS_MODES = List.of(
            PersistentVolumeAccessMode.READ_ONLY_MANY,
            PersistentVolumeAccessMode.READ_WRITE_MANY,
            PersistentVolumeAccessMode.READ_WRITE_ONCE,
            PersistentVolumeAccessMode.READ_WRITE_ONCE_POD);
    private static final List<String> POLICIES = List.of("Delete", "Recycle", "Retain");
    private static final String INLINE = " in the context of inline volumes";
    private static final int DRIVER_LENGTH = 63;

    private PersistentVolumeSpecValidation() {}

    /// @param lenient accepts invalid label values, for volumes that already have some
    static void validate(JsonNode spec, String name, boolean lenient, String field, FieldErrors fieldErrors) {
        requiredModes(spec, "", field, fieldErrors);
        accessModes(spec, field, fieldErrors);
        capacity(spec, field + ".capacity", fieldErrors);
        String policy = JsonTree.text(spec, "persistentVolumeReclaimPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            fieldErrors.notSupported(field + ".persistentVolumeReclaimPolicy", quoted(policy), POLICIES);
        }
        affinity(spec.path("nodeAffinity"), lenient, field + ".nodeAffinity", fieldErrors);
        VolumeSourceValidation.validate(spec, name, field, fieldErrors);
        recycling(spec, field, fieldErrors);
        className(spec, "storageClassName", field, fieldErrors);
        String mode = JsonTree.text(spec, "volumeMode");
        if (JsonTree.has(spec, "volumeMode") && !VOLUME_MODES.contains(mode)) {
            fieldErrors.notSupported(field + ".volumeMode", quoted(mode), VOLUME_MODES);
        }
        attributesClass(spec, field, fieldErrors);
    }

    /// Of a volume spec inside another object, as in a VolumeAttachment.
    public static void validateInline(JsonNode spec, String field, FieldErrors fieldErrors) {
        for (String never : List.of("claimRef", "capacity")) {
            if (JsonTree.has(spec, never)) {
                fieldErrors.forbidden(field + "." + never, "may not be specified" + INLINE);
            }
        }
        if (!spec.path("csi").isObject()) {
            fieldErrors.required(field + ".csi", "has to be specified" + INLINE);
        }
        requiredModes(spec, "", field, fieldErrors);
        accessModes(spec, field, fieldErrors);
        String policy = JsonTree.text(spec, "persistentVolumeReclaimPolicy");
        if (!policy.isEmpty() && !policy.equals("Retain")) {
            fieldErrors.forbidden(field + ".persistentVolumeReclaimPolicy", "may only be Retain" + INLINE);
        }
        if (JsonTree.has(spec, "nodeAffinity")) {
            fieldErrors.forbidden(field + ".nodeAffinity", "may not be specified" + INLINE);
        }
        VolumeSourceValidation.validate(spec, "", field, fieldErrors);
        recycling(spec, field, fieldErrors);
        if (!JsonTree.text(spec, "storageClassName").isEmpty()) {
            fieldErrors.forbidden(field + ".storageClassName", "may not be specified" + INLINE);
        }
        if (JsonTree.has(spec, "volumeMode")
                && !JsonTree.text(spec, "volumeMode").equals("Filesystem")) {
            fieldErrors.forbidden(field + ".volumeMode", "may not specify volumeMode other than Filesystem" + INLINE);
        }
    }

    static void requiredModes(JsonNode spec, String detail, String field, FieldErrors fieldErrors) {
        if (JsonTree.list(spec, "accessModes").isEmpty()) {
            fieldErrors.required(field + ".accessModes", detail);
        }
    }

    static void accessModes(JsonNode spec, String field, FieldErrors fieldErrors) {
        boolean onePod = false;
        boolean others = false;
        for (JsonNode each : JsonTree.list(spec, "accessModes")) {
            String mode = each.asText();
            if (!ACCESS_MODES.contains(mode)) {
                fieldErrors.notSupported(field + ".accessModes", quoted(mode), ACCESS_MODES);
            } else if (mode.equals(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)) {
                onePod = true;
            } else {
                others = true;
            }
        }
        if (onePod && others) {
            fieldErrors.forbidden(field + ".accessModes", "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void capacity(JsonNode spec, String field, FieldErrors fieldErrors) {
        JsonNode capacity = spec.path("capacity");
        if (capacity.isEmpty()) {
            fieldErrors.required(field, "");
        }
        if (!JsonTree.has(capacity, "storage") || capacity.size() > 1) {
            fieldErrors.notSupported(field, ValueDiff.value(ValueDiff.sorted(capacity)), List.of("storage"));
        }
        for (Map.Entry<String, JsonNode> resource : capacity.properties()) {
            String place = field + "[" + resource.getKey() + "]";
            basicQuantity(resource.getValue(), place, fieldErrors);
            QuantityValidation.positive(resource.getValue(), place, fieldErrors);
        }
    }

    /// Whether the quantity is valid.
    static boolean basicQuantity(JsonNode quantity, String field, FieldErrors fieldErrors) {
        if (QuantityValidation.amount(quantity).signum() >= 0) {
            return true;
        }
        String whole =
                QuantityValidation.amount(quantity).setScale(0, RoundingMode.UP).toPlainString();
        fieldErrors.invalid(field, whole, "must be a valid resource quantity");
        return false;
    }

    private static void affinity(JsonNode affinity, boolean lenient, String field, FieldErrors fieldErrors) {
        if (!affinity.isObject()) {
            return;
        }
        if (affinity.path("required").isObject()) {
            NodeSelectorValidation.validate(affinity.path("required"), lenient, field + ".required", fieldErrors);
        } else {
            fieldErrors.required(field + ".required", "must specify required node constraints");
        }
    }

    private static void recycling(JsonNode spec, String field, FieldErrors fieldErrors) {
        if (JsonTree.text(spec, "persistentVolumeReclaimPolicy").equals("Recycle")
                && isRoot(JsonTree.text(spec, "hostPath", "path"))) {
            fieldErrors.forbidden(
                    field + ".persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
        }
    }

    /// Also for a path such as `/a/..`.
    private static boolean isRoot(String path) {
        int depth = 0;
        for (String step : path.split("/", -1)) {
            if (step.equals("..")) {
                depth = Math.max(0, depth - 1);
            } else if (!step.isEmpty() && !step.equals(".")) {
                depth++;
            }
        }
        return path.startsWith("/") && depth == 0;
    }

    static void className(JsonNode spec, String name, String field, FieldErrors fieldErrors) {
        String called = JsonTree.text(spec, name);
        if (!called.isEmpty()) {
            NameValidation.dnsSubdomain(called)
                    .forEach(violation -> fieldErrors.invalid(field + "." + name, quoted(called), violation));
        }
    }

    private static void attributesClass(JsonNode spec, String field, FieldErrors fieldErrors) {
        if (!JsonTree.has(spec, "volumeAttributesClassName")) {
            return;
        }
        if (JsonTree.text(spec, "volumeAttributesClassName").isEmpty()) {
            fieldErrors.required(field + ".volumeAttributesClassName", "an empty string is disallowed");
        } else {
            className(spec, "volumeAttributesClassName", field, fieldErrors);
        }
        if (!spec.path("csi").isObject()) {
            fieldErrors.required(field + ".csi", "has to be specified when using volumeAttributesClassName");
        }
    }

    /// Validates the name of a CSI driver, in any field.
    public static void driver(String name, String field, FieldErrors fieldErrors) {
        if (name.isEmpty()) {
            fieldErrors.required(field, "");
            return;
        }
        if (name.length() > DRIVER_LENGTH) {
            fieldErrors.tooLong(field, DRIVER_LENGTH);
        }
        NameValidation.dnsSubdomain(name.toLowerCase(Locale.ROOT))
                .forEach(violation -> fieldErrors.invalid(field, quoted(name), violation));
    }
}
