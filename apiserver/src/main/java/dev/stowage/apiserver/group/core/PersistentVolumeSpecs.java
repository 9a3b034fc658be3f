package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.NodeSelectors;
import dev.stowage.apiserver.validation.Quantities;
import dev.stowage.apiserver.validation.Shown;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a volume must be like, by itself or inside a request to attach it.
public final class PersistentVolumeSpecs {
    static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
    private static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
    private static final List<String> POLICIES = List.of("Delete", "Recycle", "Retain");
    private static final String INLINE = " in the context of inline volumes";
    private static final int DRIVER_LENGTH = 63;

    private PersistentVolumeSpecs() {}

    /// @param lenient takes values that no label can have, for volumes that already hold such
    static void validate(JsonNode spec, String name, boolean lenient, String field, Problems problems) {
        requiredModes(spec, "", field, problems);
        accessModes(spec, field, problems);
        capacity(spec, field + ".capacity", problems);
        String policy = Tree.text(spec, "persistentVolumeReclaimPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            problems.notSupported(field + ".persistentVolumeReclaimPolicy", quoted(policy), POLICIES);
        }
        affinity(spec.path("nodeAffinity"), lenient, field + ".nodeAffinity", problems);
        PersistentVolumeSources.validate(spec, name, field, problems);
        recycling(spec, field, problems);
        className(spec, "storageClassName", field, problems);
        String mode = Tree.text(spec, "volumeMode");
        if (Tree.has(spec, "volumeMode") && !VOLUME_MODES.contains(mode)) {
            problems.notSupported(field + ".volumeMode", quoted(mode), VOLUME_MODES);
        }
        attributesClass(spec, field, problems);
    }

    /// Of a volume that is not an object of its own, as a request to attach carries it.
    public static void validateInline(JsonNode spec, String field, Problems problems) {
        for (String never : List.of("claimRef", "capacity")) {
            if (Tree.has(spec, never)) {
                problems.forbidden(field + "." + never, "may not be specified" + INLINE);
            }
        }
        if (!spec.path("csi").isObject()) {
            problems.required(field + ".csi", "has to be specified" + INLINE);
        }
        requiredModes(spec, "", field, problems);
        accessModes(spec, field, problems);
        String policy = Tree.text(spec, "persistentVolumeReclaimPolicy");
        if (!policy.isEmpty() && !policy.equals("Retain")) {
            problems.forbidden(field + ".persistentVolumeReclaimPolicy", "may only be Retain" + INLINE);
        }
        if (Tree.has(spec, "nodeAffinity")) {
            problems.forbidden(field + ".nodeAffinity", "may not be specified" + INLINE);
        }
        PersistentVolumeSources.validate(spec, "", field, problems);
        recycling(spec, field, problems);
        if (!Tree.text(spec, "storageClassName").isEmpty()) {
            problems.forbidden(field + ".storageClassName", "may not be specified" + INLINE);
        }
        if (Tree.has(spec, "volumeMode") && !Tree.text(spec, "volumeMode").equals("Filesystem")) {
            problems.forbidden(field + ".volumeMode", "may not specify volumeMode other than Filesystem" + INLINE);
        }
    }

    static void requiredModes(JsonNode spec, String detail, String field, Problems problems) {
        if (Tree.list(spec, "accessModes").isEmpty()) {
            problems.required(field + ".accessModes", detail);
        }
    }

    static void accessModes(JsonNode spec, String field, Problems problems) {
        boolean onePod = false;
        boolean others = false;
        for (JsonNode each : Tree.list(spec, "accessModes")) {
            String mode = each.asText();
            if (!ACCESS_MODES.contains(mode)) {
                problems.notSupported(field + ".accessModes", quoted(mode), ACCESS_MODES);
            } else if (mode.equals("ReadWriteOncePod")) {
                onePod = true;
            } else {
                others = true;
            }
        }
        if (onePod && others) {
            problems.forbidden(field + ".accessModes", "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void capacity(JsonNode spec, String field, Problems problems) {
        JsonNode capacity = spec.path("capacity");
        if (capacity.isEmpty()) {
            problems.required(field, "");
        }
        if (!Tree.has(capacity, "storage") || capacity.size() > 1) {
            problems.notSupported(field, Shown.value(Shown.sorted(capacity)), List.of("storage"));
        }
        for (Map.Entry<String, JsonNode> resource : capacity.properties()) {
            String place = field + "[" + resource.getKey() + "]";
            basicQuantity(resource.getValue(), place, problems);
            Quantities.positive(resource.getValue(), place, problems);
        }
    }

    /// Whether it was all right.
    static boolean basicQuantity(JsonNode quantity, String field, Problems problems) {
        if (Quantities.amount(quantity).signum() >= 0) {
            return true;
        }
        String whole = Quantities.amount(quantity).setScale(0, RoundingMode.UP).toPlainString();
        problems.invalid(field, whole, "must be a valid resource quantity");
        return false;
    }

    private static void affinity(JsonNode affinity, boolean lenient, String field, Problems problems) {
        if (!affinity.isObject()) {
            return;
        }
        if (affinity.path("required").isObject()) {
            NodeSelectors.validate(affinity.path("required"), lenient, field + ".required", problems);
        } else {
            problems.required(field + ".required", "must specify required node constraints");
        }
    }

    private static void recycling(JsonNode spec, String field, Problems problems) {
        if (Tree.text(spec, "persistentVolumeReclaimPolicy").equals("Recycle")
                && isRoot(Tree.text(spec, "hostPath", "path"))) {
            problems.forbidden(
                    field + ".persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
        }
    }

    /// Also when it goes up and down on its way.
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

    static void className(JsonNode spec, String name, String field, Problems problems) {
        String called = Tree.text(spec, name);
        if (!called.isEmpty()) {
            Names.dnsSubdomain(called)
                    .forEach(mistake -> problems.invalid(field + "." + name, quoted(called), mistake));
        }
    }

    private static void attributesClass(JsonNode spec, String field, Problems problems) {
        if (!Tree.has(spec, "volumeAttributesClassName")) {
            return;
        }
        if (Tree.text(spec, "volumeAttributesClassName").isEmpty()) {
            problems.required(field + ".volumeAttributesClassName", "an empty string is disallowed");
        } else {
            className(spec, "volumeAttributesClassName", field, problems);
        }
        if (!spec.path("csi").isObject()) {
            problems.required(field + ".csi", "has to be specified when using volumeAttributesClassName");
        }
    }

    /// The name of a driver, wherever it stands.
    public static void driver(String name, String field, Problems problems) {
        if (name.isEmpty()) {
            problems.required(field, "");
            return;
        }
        if (name.length() > DRIVER_LENGTH) {
            problems.tooLong(field, DRIVER_LENGTH);
        }
        Names.dnsSubdomain(name.toLowerCase(Locale.ROOT))
                .forEach(mistake -> problems.invalid(field, quoted(name), mistake));
    }
}
