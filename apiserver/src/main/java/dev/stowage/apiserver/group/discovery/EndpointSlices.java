package dev.stowage.apiserver.group.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;

final class EndpointSlices implements Strategy {
    static Resource resource(Group group) {
        return group.resource("EndpointSlice", "endpointslices")
                .generation()
                .strategy(new EndpointSlices())
                .columns(TableOf.name()
                        .text("AddressType", object -> Tree.text(object, "addressType"))
                        .text("Ports", EndpointSlices::ports)
                        .text("Endpoints", EndpointSlices::addresses)
                        .age())
                .done();
    }

    private static String ports(JsonNode slice) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : Tree.list(slice, "ports")) {
            String name = Tree.has(port, "name") ? Tree.text(port, "name") : "*";
            ports.add(Tree.has(port, "port") ? port.path("port").asText() : name);
        }
        return Cells.few(ports);
    }

    private static String addresses(JsonNode slice) {
        List<String> addresses = new ArrayList<>();
        for (JsonNode endpoint : Tree.list(slice, "endpoints")) {
            Tree.list(endpoint, "addresses").forEach(address -> addresses.add(address.asText()));
        }
        return Cells.few(addresses);
    }

    @Override
    public boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("endpoints").equals(old.path("endpoints"))
                && object.path("ports").equals(old.path("ports"))
                && object.path("addressType").equals(old.path("addressType"));
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode port : Tree.list(object, "ports")) {
            if (port instanceof ObjectNode one) {
                if (!Tree.has(one, "name")) {
                    one.put("name", "");
                }
                Defaults.text(one, "protocol", "TCP");
            }
        }
    }
}
