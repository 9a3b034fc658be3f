package dev.stowage.apiserver.group.networking;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Addresses of services, and the ranges that they come from.
final class ServiceAddresses {
    private ServiceAddresses() {}

    static Resource addresses(Group group) {
        return group.resource("IPAddress", "ipaddresses")
                .shortNames("ip")
                .cluster()
                .columns(TableOf.name().text("ParentRef", ServiceAddresses::parent))
                .done();
    }

    private static String parent(JsonNode object) {
        JsonNode reference = Tree.at(object, "spec", "parentRef");
        if (!Tree.has(reference)) {
            return "<none>";
        }
        String group = Tree.text(reference, "group");
        String resource = Tree.text(reference, "resource") + (group.isEmpty() ? "" : "." + group);
        String namespace = Tree.text(reference, "namespace");
        return resource.toLowerCase(Locale.ROOT) + (namespace.isEmpty() ? "" : "/" + namespace) + "/"
                + Tree.text(reference, "name");
    }

    static Resource ranges(Group group) {
        return group.resource("ServiceCIDR", "servicecidrs")
                .cluster()
                .status(StatusRule.KEEPS_METADATA)
                .columns(TableOf.name().text("CIDRs", ServiceAddresses::ranges).age())
                .done();
    }

    private static String ranges(JsonNode object) {
        List<String> ranges = new ArrayList<>();
        Tree.list(object, "spec", "cidrs").forEach(range -> ranges.add(range.asText()));
        return String.join(",", ranges);
    }
}
