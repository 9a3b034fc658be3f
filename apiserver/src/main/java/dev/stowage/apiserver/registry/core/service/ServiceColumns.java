package dev.stowage.apiserver.registry.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.TableColumns;
import java.util.ArrayList;
import java.util.List;

/// Services as `kubectl get` shows them.
final class ServiceColumns {
    private ServiceColumns() {}

    static TableColumns table() {
        return FunctionColumns.name()
                .text("Type", object -> JsonTree.text(object, "spec", "type"))
                .text("Cluster-IP", ServiceColumns::inside)
                .text("External-IP", ServiceColumns::outside)
                .text("Port(s)", ServiceColumns::ports)
                .age()
                .wide("Selector", object -> SelectorText.shownPairs(JsonTree.at(object, "spec", "selector")));
    }

    private static String inside(JsonNode service) {
        JsonNode addresses = JsonTree.list(service, "spec", "clusterIPs");
        return addresses.isEmpty() ? "<none>" : addresses.path(0).asText();
    }

    private static String outside(JsonNode service) {
        List<String> addresses = new ArrayList<>();
        JsonTree.list(service, "spec", "externalIPs").forEach(address -> addresses.add(address.asText()));
        return switch (JsonTree.text(service, "spec", "type")) {
            case "ClusterIP", "NodePort" -> addresses.isEmpty() ? "<none>" : String.join(",", addresses);
            case "LoadBalancer" -> {
                String balancer = TableCells.loadBalancer(service);
                if (!balancer.isEmpty()) {
                    addresses.addFirst(balancer);
                }
                yield addresses.isEmpty() ? "<pending>" : String.join(",", addresses);
            }
            case "ExternalName" -> JsonTree.text(service, "spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String ports(JsonNode service) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : JsonTree.list(service, "spec", "ports")) {
            long nodePort = TableCells.number(port, "nodePort");
            ports.add(TableCells.number(port, "port") + (nodePort > 0 ? ":" + nodePort : "") + "/"
                    + JsonTree.text(port, "protocol"));
        }
        return ports.isEmpty() ? "<none>" : String.join(",", ports);
    }
}
