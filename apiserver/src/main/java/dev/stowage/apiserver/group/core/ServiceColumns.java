package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;

/// Services as `kubectl get` shows them.
final class ServiceColumns {
    private ServiceColumns() {}

    static Columns table() {
        return TableOf.name()
                .text("Type", object -> Tree.text(object, "spec", "type"))
                .text("Cluster-IP", ServiceColumns::inside)
                .text("External-IP", ServiceColumns::outside)
                .text("Port(s)", ServiceColumns::ports)
                .age()
                .wide("Selector", object -> Selectors.shownPairs(Tree.at(object, "spec", "selector")));
    }

    private static String inside(JsonNode service) {
        JsonNode addresses = Tree.list(service, "spec", "clusterIPs");
        return addresses.isEmpty() ? "<none>" : addresses.path(0).asText();
    }

    private static String outside(JsonNode service) {
        List<String> addresses = new ArrayList<>();
        Tree.list(service, "spec", "externalIPs").forEach(address -> addresses.add(address.asText()));
        return switch (Tree.text(service, "spec", "type")) {
            case "ClusterIP", "NodePort" -> addresses.isEmpty() ? "<none>" : String.join(",", addresses);
            case "LoadBalancer" -> {
                String balancer = Cells.loadBalancer(service);
                if (!balancer.isEmpty()) {
                    addresses.addFirst(balancer);
                }
                yield addresses.isEmpty() ? "<pending>" : String.join(",", addresses);
            }
            case "ExternalName" -> Tree.text(service, "spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String ports(JsonNode service) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : Tree.list(service, "spec", "ports")) {
            long nodePort = Cells.number(port, "nodePort");
            ports.add(Cells.number(port, "port") + (nodePort > 0 ? ":" + nodePort : "") + "/"
                    + Tree.text(port, "protocol"));
        }
        return ports.isEmpty() ? "<none>" : String.join(",", ports);
    }
}
