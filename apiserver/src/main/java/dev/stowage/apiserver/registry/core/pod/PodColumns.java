package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.HumanDuration;
import dev.stowage.apiserver.resource.TableColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Pods as `kubectl get` shows them. A pod is read once for all its cells.
final class PodColumns implements TableColumns {
    private final TableColumns heading = FunctionColumns.name()
            .text("Ready", _ -> "")
            .text("Status", _ -> "")
            .text("Restarts", _ -> "")
            .age()
            .wide("IP", _ -> "")
            .wide("Node", _ -> "")
            .wide("Nominated Node", _ -> "")
            .wide("Readiness Gates", _ -> "");

    private final List<Column> columns = heading.columns();

    static TableColumns table() {
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
        cells.add(JsonTree.text(pod, "metadata", "name"));
        cells.add(summary.ready() + "/" + summary.containers());
        cells.add(summary.reason());
        cells.add(restarts(summary, now));
        cells.add(HumanDuration.since(JsonTree.text(pod, "metadata", "creationTimestamp"), now));
        String address = address(pod);
        cells.add(address.isEmpty() ? "<none>" : address);
        cells.add(TableCells.textOr("<none>", pod, "spec", "nodeName"));
        cells.add(TableCells.textOr("<none>", pod, "status", "nominatedNodeName"));
        cells.add(gates(pod));
        return cells;
    }

    static String address(JsonNode pod) {
        return JsonTree.text(JsonTree.list(pod, "status", "podIPs").path(0), "ip");
    }

    private static String restarts(PodSummary summary, Instant now) {
        return summary.restarts() == 0 || summary.lastRestart().isEmpty()
                ? Long.toString(summary.restarts())
                : "%d (%s ago)".formatted(summary.restarts(), HumanDuration.since(summary.lastRestart(), now));
    }

    private static String gates(JsonNode pod) {
        JsonNode gates = JsonTree.list(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return "<none>";
        }
        int open = 0;
        for (JsonNode gate : gates) {
            open += TableCells.holds(pod, JsonTree.text(gate, "conditionType")) ? 1 : 0;
        }
        return open + "/" + gates.size();
    }
}
