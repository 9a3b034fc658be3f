package dev.stowage.apiserver.group.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Devices and claims of them.
public final class Devices {
    private Devices() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("resource.k8s.io", "io.k8s.api.resource", types);
        return List.of(classes(group), claims(group), templates(group), slices(group));
    }

    private static Resource classes(Group group) {
        return group.resource("DeviceClass", "deviceclasses")
                .cluster()
                .generation()
                .columns(TableOf.name().age())
                .done();
    }

    private static Resource claims(Group group) {
        return group.resource("ResourceClaim", "resourceclaims")
                .status(StatusRule.KEEPS_METADATA)
                .strategy(new DeviceClaims("spec"))
                .columns(TableOf.name().text("State", Devices::state).age())
                .done();
    }

    private static String state(JsonNode claim) {
        boolean deleted = Tree.has(claim, "metadata", "deletionTimestamp");
        List<String> states = new ArrayList<>();
        if (deleted) {
            states.add("deleted");
        }
        if (Tree.has(claim, "status", "allocation")) {
            states.add("allocated");
            if (!Tree.list(claim, "status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!deleted) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    private static Resource templates(Group group) {
        return group.resource("ResourceClaimTemplate", "resourceclaimtemplates")
                .strategy(new DeviceClaims("spec", "spec"))
                .columns(TableOf.name().age())
                .done();
    }

    private static Resource slices(Group group) {
        return group.resource("ResourceSlice", "resourceslices")
                .cluster()
                .generation()
                .selectable("spec.nodeName", "spec.driver")
                .columns(TableOf.name()
                        .text("Node", object -> Tree.text(object, "spec", "nodeName"))
                        .text("Driver", object -> Tree.text(object, "spec", "driver"))
                        .text("Pool", object -> Tree.text(object, "spec", "pool", "name"))
                        .age())
                .done();
    }
}
