package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.Columns;
import dev.stowage.k8s.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What was seen at one moment, for people and for programs.
record Shot(Instant taken, List<Row> rows, Map<String, NodeFigures> nodes) {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    Shot {
        rows = List.copyOf(rows);
        nodes = new TreeMap<>(nodes);
    }

    String text(boolean withNamespaces) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(line(
                withNamespaces,
                "NAMESPACE",
                List.of("CLAIM", "CLASS", "USED", "SIZE", "USE%", "INODES", "IUSE%", "PODS", "NODE", "HEALTH")));
        rows.forEach(row -> lines.add(line(withNamespaces, row.namespace(), cells(row))));
        StringBuilder text = new StringBuilder(Columns.aligned(lines));
        if (rows.isEmpty()) {
            text.append("No claims").append(withNamespaces ? ".\n" : " in this namespace; -A shows all.\n");
        }
        nodes.forEach((name, figures) -> {
            if (figures instanceof NodeFigures.Silent silent) {
                text.append(clean("Node " + name + " does not answer: " + silent.why()))
                        .append('\n');
            }
        });
        return text.toString();
    }

    private static List<String> line(boolean withNamespaces, String namespace, List<String> cells) {
        List<String> line = new ArrayList<>();
        if (withNamespaces) {
            line.add(namespace);
        }
        line.addAll(cells);
        return line.stream().map(Shot::clean).toList();
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.claim(),
                row.storageClass().isEmpty() ? "-" : row.storageClass(),
                row.usage().map(usage -> bytes(usage.usedBytes())).orElse("-"),
                row.size() == 0 ? "-" : bytes(row.size()),
                row.usage().map(usage -> percent(usage.bytesShare())).orElse("-"),
                row.usage().map(usage -> Long.toString(usage.usedInodes())).orElse("-"),
                row.usage()
                        .filter(usage -> usage.inodes() > 0)
                        .map(usage -> percent(usage.inodesShare()))
                        .orElse("-"),
                few(row.pods()),
                few(row.nodes()),
                row.health());
    }

    private static String few(List<String> names) {
        return names.isEmpty() ? "-" : names.getFirst() + (names.size() > 1 ? " +" + (names.size() - 1) : "");
    }

    private static String percent(double share) {
        return Math.round(share * 100) + "%";
    }

    private static String bytes(long bytes) {
        int unit = 0;
        double rest = bytes;
        while (rest >= 1024 && unit < UNITS.length - 1) {
            rest /= 1024;
            unit++;
        }
        return (rest < 10 && unit > 0 ? "%.1f" : "%.0f").formatted(rest) + UNITS[unit];
    }

    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("taken", taken.toString());
        ArrayNode volumes = json.putArray("volumes");
        rows.forEach(row -> {
            ObjectNode one = volumes.addObject()
                    .put("namespace", row.namespace())
                    .put("claim", row.claim())
                    .put("class", row.storageClass())
                    .put("sizeBytes", row.size())
                    .put("health", row.health());
            row.usage()
                    .ifPresent(usage -> one.put("usedBytes", usage.usedBytes())
                            .put("capacityBytes", usage.capacityBytes())
                            .put("usedInodes", usage.usedInodes())
                            .put("inodes", usage.inodes()));
            ArrayNode pods = one.putArray("pods");
            row.pods().forEach(pods::add);
            ArrayNode where = one.putArray("nodes");
            row.nodes().forEach(where::add);
        });
        ObjectNode asked = json.putObject("nodes");
        nodes.forEach((name, figures) -> {
            switch (figures) {
                case NodeFigures.Told _ -> asked.putObject(name).put("answers", true);
                case NodeFigures.Silent silent ->
                    asked.putObject(name).put("answers", false).put("why", silent.why());
            }
        });
        return json;
    }
}
