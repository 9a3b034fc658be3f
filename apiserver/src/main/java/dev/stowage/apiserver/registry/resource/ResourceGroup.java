package dev.stowage.apiserver.registry.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The group `resource.k8s.io`: devices and claims.
public final class ResourceGroup {
    private ResourceGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("resource.k8s.io", "io.k8s.api.resource", types);
        return List.of(classes(apiGroup), claims(apiGroup), templates(apiGroup), slices(apiGroup));
    }

    private static ResourceDescriptor classes(ApiGroup apiGroup) {
        return apiGroup.resource("DeviceClass", "deviceclasses")
                .cluster()
                .generation()
                .columns(FunctionColumns.name().age())
                .done();
    }

    private static ResourceDescriptor claims(ApiGroup apiGroup) {
        return apiGroup.resource("ResourceClaim", "resourceclaims")
                .status(StatusStrategy.KEEPS_METADATA)
                .strategy(new ResourceClaimStrategy("spec"))
                .columns(FunctionColumns.name()
                        .text("State", ResourceGroup::state)
                        .age())
                .done();
    }

    private static String state(JsonNode claim) {
        boolean deleted = JsonTree.has(claim, "metadata", "deletionTimestamp");
        List<String> states = new ArrayList<>();
        if (deleted) {
            states.add("deleted");
        }
        if (JsonTree.has(claim, "status", "allocation")) {
            states.add("allocated");
            if (!JsonTree.list(claim, "status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!deleted) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    private static ResourceDescriptor templates(ApiGroup apiGroup) {
        return apiGroup.resource("ResourceClaimTemplate", "resourceclaimtemplates")
                .strategy(new ResourceClaimStrategy("spec", "spec"))
                .columns(FunctionColumns.name().age())
                .done();
    }

    private static ResourceDescriptor slices(ApiGroup apiGroup) {
        return apiGroup.resource("ResourceSlice", "resourceslices")
                .cluster()
                .generation()
                .selectable("spec.nodeName", "spec.driver")
                .columns(FunctionColumns.name()
                        .text("Node", object -> JsonTree.text(object, "spec", "nodeName"))
                        .text("Driver", object -> JsonTree.text(object, "spec", "driver"))
                        .text("Pool", object -> JsonTree.text(object, "spec", "pool", "name"))
                        .age())
                .done();
    }
}
