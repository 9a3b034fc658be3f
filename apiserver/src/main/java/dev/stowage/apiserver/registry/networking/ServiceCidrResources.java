package dev.stowage.apiserver.registry.networking;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StatusStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// IPAddresses and ServiceCIDRs.
final class ServiceCidrResources {
    private ServiceCidrResources() {}

    static ResourceDescriptor addresses(ApiGroup apiGroup) {
        return apiGroup.resource("IPAddress", "ipaddresses")
                .shortNames("ip")
                .cluster()
                .columns(FunctionColumns.name().text("ParentRef", ServiceCidrResources::parent))
                .done();
    }

    private static String parent(JsonNode object) {
        JsonNode reference = JsonTree.at(object, "spec", "parentRef");
        if (!JsonTree.has(reference)) {
            return "<none>";
        }
        String group = JsonTree.text(reference, "group");
        String resource = JsonTree.text(reference, "resource") + (group.isEmpty() ? "" : "." + group);
        String namespace = JsonTree.text(reference, "namespace");
        return resource.toLowerCase(Locale.ROOT) + (namespace.isEmpty() ? "" : "/" + namespace) + "/"
                + JsonTree.text(reference, "name");
    }

    static ResourceDescriptor ranges(ApiGroup apiGroup) {
        return apiGroup.resource("ServiceCIDR", "servicecidrs")
                .cluster()
                .status(StatusStrategy.KEEPS_METADATA)
                .columns(FunctionColumns.name()
                        .text("CIDRs", ServiceCidrResources::ranges)
                        .age())
                .done();
    }

    private static String ranges(JsonNode object) {
        List<String> ranges = new ArrayList<>();
        JsonTree.list(object, "spec", "cidrs").forEach(range -> ranges.add(range.asText()));
        return String.join(",", ranges);
    }
}
