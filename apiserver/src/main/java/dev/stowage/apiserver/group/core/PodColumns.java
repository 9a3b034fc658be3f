package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Pods as `kubectl get` shows them. One look at a pod fills all of its cells.
final class PodColumns implements Columns {
    private final Columns heading = TableOf.name()
            .text("Ready", _ -> "")
            .text("Status", _ -> "")
            .text("Restarts", _ -> "")
            .age()
            .wide("IP", _ -> "")
            .wide("Node", _ -> "")
            .wide("Nominated Node", _ -> "")
            .wide("Readiness Gates", _ -> "");

    private final List<Column> columns = heading.columns();

    static Columns table() {
        return new PodColumns();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public List<Object> cells(JsonNode pod, Instant now) {
        PodSummary summary = PodSummary.of(pod);
        List<Object> cells = new ArrayList<>(columns.size());
        cells.add(Tree.text(pod, "metadata", "name"));
        cells.add(summary.ready() + "/" + summary.containers());
        cells.add(summary.reason());
        cells.add(restarts(summary, now));
        cells.add(Age.since(Tree.text(pod, "metadata", "creationTimestamp"), now));
        String address = address(pod);
        cells.add(address.isEmpty() ? "<none>" : address);
        cells.add(Cells.textOr("<none>", pod, "spec", "nodeName"));
        cells.add(Cells.textOr("<none>", pod, "status", "nominatedNodeName"));
        cells.add(gates(pod));
        return cells;
    }

    static String address(JsonNode pod) {
        return Tree.text(Tree.list(pod, "status", "podIPs").path(0), "ip");
    }

    private static String restarts(PodSummary summary, Instant now) {
        return summary.restarts() == 0 || summary.lastRestart().isEmpty()
                ? Long.toString(summary.restarts())
                : "%d (%s ago)".formatted(summary.restarts(), Age.since(summary.lastRestart(), now));
    }

    private static String gates(JsonNode pod) {
        JsonNode gates = Tree.list(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return "<none>";
        }
        int open = 0;
        for (JsonNode gate : gates) {
            open += Cells.holds(pod, Tree.text(gate, "conditionType")) ? 1 : 0;
        }
        return open + "/" + gates.size();
    }
}
