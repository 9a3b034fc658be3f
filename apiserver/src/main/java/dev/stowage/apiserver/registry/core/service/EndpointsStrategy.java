package dev.stowage.apiserver.registry.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.ArrayList;
import java.util.List;

public final class EndpointsStrategy implements ResourceStrategy {
    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Endpoints", "endpoints")
                .shortNames("ep")
                .strategy(new EndpointsStrategy())
                .columns(FunctionColumns.name()
                        .text("Endpoints", EndpointsStrategy::shown)
                        .age())
                .done();
    }

    private static String shown(JsonNode object) {
        if (JsonTree.list(object, "subsets").isEmpty()) {
            return "<none>";
        }
        List<String> found = new ArrayList<>();
        for (JsonNode subset : JsonTree.list(object, "subsets")) {
            JsonNode ports = JsonTree.list(subset, "ports");
            JsonNode addresses = JsonTree.list(subset, "addresses");
            if (ports.isEmpty()) {
                addresses.forEach(address -> found.add(JsonTree.text(address, "ip")));
            }
            for (JsonNode port : ports) {
                addresses.forEach(address -> found.add(
                        at(JsonTree.text(address, "ip"), port.path("port").asText())));
            }
        }
        return found.isEmpty() ? "" : TableCells.few(found);
    }

    private static String at(String address, String port) {
        return address.contains(":") ? "[" + address + "]:" + port : address + ":" + port;
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode subset : JsonTree.list(object, "subsets")) {
            for (JsonNode port : JsonTree.list(subset, "ports")) {
                if (port instanceof ObjectNode one) {
                    PodDefaults.text(one, "protocol", "TCP");
                }
            }
        }
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
