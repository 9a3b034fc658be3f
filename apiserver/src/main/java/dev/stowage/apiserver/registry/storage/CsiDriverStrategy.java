package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.validation.ImmutableFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class CsiDriverStrategy implements ResourceStrategy {
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final List<String> LIFECYCLE_MODES = List.of("Persistent", "Ephemeral");
    private static final int SHORTEST_PERIOD = 10;
    private static final long SHORTEST_TOKEN = 600;
    private static final long LONGEST_TOKEN = 1L << 32;

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("CSIDriver", "csidrivers")
                .cluster()
                .generation()
                .strategy(new CsiDriverStrategy())
                .columns(FunctionColumns.name()
                        .flag(
                                "AttachRequired",
                                object -> !object.path("spec")
                                                .path("attachRequired")
                                                .isBoolean()
                                        || JsonTree.flag(object, "spec", "attachRequired"))
                        .flag("PodInfoOnMount", object -> JsonTree.flag(object, "spec", "podInfoOnMount"))
                        .flag("StorageCapacity", object -> JsonTree.flag(object, "spec", "storageCapacity"))
                        .text("TokenRequests", CsiDriverStrategy::audiences)
                        .flag("RequiresRepublish", object -> JsonTree.flag(object, "spec", "requiresRepublish"))
                        .text("Modes", CsiDriverStrategy::modes)
                        .age())
                .done();
    }

    private static String audiences(JsonNode object) {
        return JsonTree.has(object, "spec", "tokenRequests")
                ? TableCells.each(JsonTree.list(object, "spec", "tokenRequests"), "audience")
                : "<unset>";
    }

    private static String modes(JsonNode object) {
        List<String> modes = new ArrayList<>();
        JsonTree.list(object, "spec", "volumeLifecycleModes").forEach(mode -> modes.add(mode.asText()));
        return modes.isEmpty() ? "<none>" : String.join(",", modes);
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        flag(spec, "attachRequired", true);
        flag(spec, "podInfoOnMount", false);
        flag(spec, "storageCapacity", false);
        if (!JsonTree.has(spec, "fsGroupPolicy")) {
            spec.put("fsGroupPolicy", "ReadWriteOnceWithFSType");
        }
        if (JsonTree.list(spec, "volumeLifecycleModes").isEmpty()) {
            spec.putArray("volumeLifecycleModes").add("Persistent");
        }
        flag(spec, "requiresRepublish", false);
        flag(spec, "seLinuxMount", false);
    }

    private static void flag(ObjectNode spec, String name, boolean value) {
        if (!JsonTree.has(spec, name)) {
            spec.put(name, value);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        // The generation is set only with the first change, as in Kubernetes.
        JsonTree.ensure(object, "metadata").remove("generation");
        scaling(JsonTree.ensure(object, "spec"), false, context);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        scaling(JsonTree.ensure(object, "spec"), JsonTree.has(old, "spec", "preventPodSchedulingIfMissing"), context);
    }

    private static void scaling(ObjectNode spec, boolean had, StrategyContext context) {
        if (context.enabled("VolumeLimitScaling")) {
            flag(spec, "preventPodSchedulingIfMissing", false);
        } else if (!had) {
            spec.remove("preventPodSchedulingIfMissing");
        }
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        String policy = JsonTree.text(spec, "fsGroupPolicy");
        if (JsonTree.has(spec, "fsGroupPolicy") && !GROUP_POLICIES.contains(policy)) {
            fieldErrors.notSupported("spec.fsGroupPolicy", quoted(policy), GROUP_POLICIES);
        }
        JsonNode requests = JsonTree.list(spec, "tokenRequests");
        tokenRequests(requests, "spec.tokenRequests", fieldErrors);
        for (JsonNode mode : JsonTree.list(spec, "volumeLifecycleModes")) {
            if (!LIFECYCLE_MODES.contains(mode.asText())) {
                fieldErrors.notSupported("spec.volumeLifecycleModes", quoted(mode.asText()), LIFECYCLE_MODES);
            }
        }
        long period =
                JsonTree.number(spec, "nodeAllocatableUpdatePeriodSeconds").orElse(SHORTEST_PERIOD);
        if (period < SHORTEST_PERIOD) {
            fieldErrors.invalid(
                    "spec.nodeAllocatableUpdatePeriodSeconds",
                    Long.toString(period),
                    "must be greater than or equal to 10 seconds");
        }
        if (JsonTree.has(spec, "serviceAccountTokenInSecrets") && requests.isEmpty()) {
            fieldErrors.invalid(
                    "spec.serviceAccountTokenInSecrets",
                    spec.get("serviceAccountTokenInSecrets").asText(),
                    "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    private static void tokenRequests(JsonNode requests, String field, FieldErrors fieldErrors) {
        Set<String> audiences = new HashSet<>();
        int i = 0;
        for (JsonNode request : requests) {
            String place = field + "[" + i++ + "]";
            String audience = JsonTree.text(request, "audience");
            if (!audiences.add(audience)) {
                fieldErrors.duplicate(place + ".audience", quoted(audience));
                continue;
            }
            long seconds = JsonTree.number(request, "expirationSeconds").orElse(SHORTEST_TOKEN);
            if (seconds < SHORTEST_TOKEN) {
                fieldErrors.invalid(
                        place + ".expirationSeconds",
                        Long.toString(seconds),
                        "may not specify a duration less than 10 minutes");
            }
            if (seconds > LONGEST_TOKEN) {
                fieldErrors.invalid(
                        place + ".expirationSeconds",
                        Long.toString(seconds),
                        "may not specify a duration larger than 2^32 seconds");
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        JsonNode spec = object.path("spec");
        JsonNode before = old.path("spec");
        if (!spec.path("attachRequired").equals(before.path("attachRequired"))) {
            // Kubernetes uses another field name in this message.
            ImmutableFields.refuse(
                    "spec.attachedRequired", spec.path("attachRequired").asText(), fieldErrors);
        }
        ImmutableFields.validate(spec, before, "volumeLifecycleModes", "spec", fieldErrors);
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        boolean unsafe = !JsonTree.list(object, "spec", "tokenRequests").isEmpty()
                && !JsonTree.has(object, "spec", "serviceAccountTokenInSecrets");
        return unsafe
                ? List.of("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to"
                        + " prevent possible logging of tokens in volume attributes")
                : List.of();
    }
}
