package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;

final class Endpoints implements Strategy {
    static Resource resource(Group group) {
        return group.resource("Endpoints", "endpoints")
                .shortNames("ep")
                .strategy(new Endpoints())
                .columns(TableOf.name().text("Endpoints", Endpoints::shown).age())
                .done();
    }

    private static String shown(JsonNode object) {
        if (Tree.list(object, "subsets").isEmpty()) {
            return "<none>";
        }
        List<String> found = new ArrayList<>();
        for (JsonNode subset : Tree.list(object, "subsets")) {
            JsonNode ports = Tree.list(subset, "ports");
            JsonNode addresses = Tree.list(subset, "addresses");
            if (ports.isEmpty()) {
                addresses.forEach(address -> found.add(Tree.text(address, "ip")));
            }
            for (JsonNode port : ports) {
                addresses.forEach(address ->
                        found.add(at(Tree.text(address, "ip"), port.path("port").asText())));
            }
        }
        return found.isEmpty() ? "" : Cells.few(found);
    }

    private static String at(String address, String port) {
        return address.contains(":") ? "[" + address + "]:" + port : address + ":" + port;
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode subset : Tree.list(object, "subsets")) {
            for (JsonNode port : Tree.list(subset, "ports")) {
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
