package dev.stowage.apiserver.registry.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.ArrayList;
import java.util.List;

final class EndpointSliceStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("EndpointSlice", "endpointslices")
                .generation()
                .strategy(new EndpointSliceStrategy())
                .columns(FunctionColumns.name()
                        .text("AddressType", object -> JsonTree.text(object, "addressType"))
                        .text("Ports", EndpointSliceStrategy::ports)
                        .text("Endpoints", EndpointSliceStrategy::addresses)
                        .age())
                .done();
    }

    private static String ports(JsonNode slice) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : JsonTree.list(slice, "ports")) {
            String name = JsonTree.has(port, "name") ? JsonTree.text(port, "name") : "*";
            ports.add(JsonTree.has(port, "port") ? port.path("port").asText() : name);
        }
        return TableCells.few(ports);
    }

    private static String addresses(JsonNode slice) {
        List<String> addresses = new ArrayList<>();
        for (JsonNode endpoint : JsonTree.list(slice, "endpoints")) {
            JsonTree.list(endpoint, "addresses").forEach(address -> addresses.add(address.asText()));
        }
        return TableCells.few(addresses);
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("endpoints").equals(old.path("endpoints"))
                && object.path("ports").equals(old.path("ports"))
                && object.path("addressType").equals(old.path("addressType"));
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode port : JsonTree.list(object, "ports")) {
            if (port instanceof ObjectNode one) {
                if (!JsonTree.has(one, "name")) {
                    one.put("name", "");
                }
                FieldDefaults.text(one, "protocol", "TCP");
            }
        }
    }
}
