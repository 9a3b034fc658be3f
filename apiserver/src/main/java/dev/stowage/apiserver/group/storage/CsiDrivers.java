package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class CsiDrivers implements Strategy {
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final List<String> LIFECYCLE_MODES = List.of("Persistent", "Ephemeral");
    private static final int SHORTEST_PERIOD = 10;
    private static final long SHORTEST_TOKEN = 600;
    private static final long LONGEST_TOKEN = 1L << 32;

    static Resource resource(Group group) {
        return group.resource("CSIDriver", "csidrivers")
                .cluster()
                .generation()
                .strategy(new CsiDrivers())
                .columns(TableOf.name()
                        .flag(
                                "AttachRequired",
                                object -> !object.path("spec")
                                                .path("attachRequired")
                                                .isBoolean()
                                        || Tree.flag(object, "spec", "attachRequired"))
                        .flag("PodInfoOnMount", object -> Tree.flag(object, "spec", "podInfoOnMount"))
                        .flag("StorageCapacity", object -> Tree.flag(object, "spec", "storageCapacity"))
                        .text("TokenRequests", CsiDrivers::audiences)
                        .flag("RequiresRepublish", object -> Tree.flag(object, "spec", "requiresRepublish"))
                        .text("Modes", CsiDrivers::modes)
                        .age())
                .done();
    }

    private static String audiences(JsonNode object) {
        return Tree.has(object, "spec", "tokenRequests")
                ? Cells.each(Tree.list(object, "spec", "tokenRequests"), "audience")
                : "<unset>";
    }

    private static String modes(JsonNode object) {
        List<String> modes = new ArrayList<>();
        Tree.list(object, "spec", "volumeLifecycleModes").forEach(mode -> modes.add(mode.asText()));
        return modes.isEmpty() ? "<none>" : String.join(",", modes);
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        flag(spec, "attachRequired", true);
        flag(spec, "podInfoOnMount", false);
        flag(spec, "storageCapacity", false);
        if (!Tree.has(spec, "fsGroupPolicy")) {
            spec.put("fsGroupPolicy", "ReadWriteOnceWithFSType");
        }
        if (Tree.list(spec, "volumeLifecycleModes").isEmpty()) {
            spec.putArray("volumeLifecycleModes").add("Persistent");
        }
        flag(spec, "requiresRepublish", false);
        flag(spec, "seLinuxMount", false);
    }

    private static void flag(ObjectNode spec, String name, boolean value) {
        if (!Tree.has(spec, name)) {
            spec.put(name, value);
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        // Its generation is not counted before it changes.
        Tree.ensure(object, "metadata").remove("generation");
        scaling(Tree.ensure(object, "spec"), false, around);
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        scaling(Tree.ensure(object, "spec"), Tree.has(old, "spec", "preventPodSchedulingIfMissing"), around);
    }

    private static void scaling(ObjectNode spec, boolean had, Surroundings around) {
        if (around.enabled("VolumeLimitScaling")) {
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
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        String policy = Tree.text(spec, "fsGroupPolicy");
        if (Tree.has(spec, "fsGroupPolicy") && !GROUP_POLICIES.contains(policy)) {
            problems.notSupported("spec.fsGroupPolicy", quoted(policy), GROUP_POLICIES);
        }
        JsonNode requests = Tree.list(spec, "tokenRequests");
        tokenRequests(requests, "spec.tokenRequests", problems);
        for (JsonNode mode : Tree.list(spec, "volumeLifecycleModes")) {
            if (!LIFECYCLE_MODES.contains(mode.asText())) {
                problems.notSupported("spec.volumeLifecycleModes", quoted(mode.asText()), LIFECYCLE_MODES);
            }
        }
        long period = Tree.number(spec, "nodeAllocatableUpdatePeriodSeconds").orElse(SHORTEST_PERIOD);
        if (period < SHORTEST_PERIOD) {
            problems.invalid(
                    "spec.nodeAllocatableUpdatePeriodSeconds",
                    Long.toString(period),
                    "must be greater than or equal to 10 seconds");
        }
        if (Tree.has(spec, "serviceAccountTokenInSecrets") && requests.isEmpty()) {
            problems.invalid(
                    "spec.serviceAccountTokenInSecrets",
                    spec.get("serviceAccountTokenInSecrets").asText(),
                    "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    private static void tokenRequests(JsonNode requests, String field, Problems problems) {
        Set<String> audiences = new HashSet<>();
        int i = 0;
        for (JsonNode request : requests) {
            String place = field + "[" + i++ + "]";
            String audience = Tree.text(request, "audience");
            if (!audiences.add(audience)) {
                problems.duplicate(place + ".audience", quoted(audience));
                continue;
            }
            long seconds = Tree.number(request, "expirationSeconds").orElse(SHORTEST_TOKEN);
            if (seconds < SHORTEST_TOKEN) {
                problems.invalid(
                        place + ".expirationSeconds",
                        Long.toString(seconds),
                        "may not specify a duration less than 10 minutes");
            }
            if (seconds > LONGEST_TOKEN) {
                problems.invalid(
                        place + ".expirationSeconds",
                        Long.toString(seconds),
                        "may not specify a duration larger than 2^32 seconds");
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        JsonNode spec = object.path("spec");
        JsonNode before = old.path("spec");
        if (!spec.path("attachRequired").equals(before.path("attachRequired"))) {
            // The field has another name in its refusals.
            Immutable.refuse(
                    "spec.attachedRequired", spec.path("attachRequired").asText(), problems);
        }
        Immutable.validate(spec, before, "volumeLifecycleModes", "spec", problems);
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        boolean unsafe = !Tree.list(object, "spec", "tokenRequests").isEmpty()
                && !Tree.has(object, "spec", "serviceAccountTokenInSecrets");
        return unsafe
                ? List.of("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to"
                        + " prevent possible logging of tokens in volume attributes")
                : List.of();
    }
}
