package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.TextTable;
import dev.stowage.k8s.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A snapshot of the usage, for people and for programs.
record TopReport(Instant taken, List<UsageRow> rows, Map<String, NodeVolumeStats> nodes) {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");
    private static final String SHARED = "*";
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    TopReport {
        rows = List.copyOf(rows);
        nodes = new TreeMap<>(nodes);
    }

    String text(boolean withNamespaces) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(line(
                withNamespaces,
                "NAMESPACE",
                List.of(
                        "CLAIM",
                        "CLASS",
                        "SIZE",
                        "USED",
                        "CAPACITY",
                        "USE%",
                        "INODES",
                        "IUSE%",
                        "PODS",
                        "NODE",
                        "HEALTH")));
        rows.forEach(usageRow -> lines.add(line(withNamespaces, usageRow.namespace(), cells(usageRow))));
        StringBuilder text = new StringBuilder(TextTable.aligned(lines));
        if (rows.isEmpty()) {
            text.append("No claims").append(withNamespaces ? ".\n" : " in this namespace (-A shows all).\n");
        }
        if (rows.stream().anyMatch(UsageRow::sharesFileSystem)) {
            text.append(
                    SHARED + " The volume is a directory in a larger file system: USED, CAPACITY and INODES are those"
                            + " of the whole file system.\n");
        }
        nodes.forEach((name, figures) -> {
            if (figures instanceof NodeVolumeStats.Unavailable unavailable) {
                text.append(clean("Node " + name + " does not respond: " + unavailable.why()))
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
        return line.stream().map(TopReport::clean).toList();
    }

    private static List<String> cells(UsageRow usageRow) {
        return List.of(
                usageRow.claim(),
                usageRow.storageClass().isEmpty() ? "-" : usageRow.storageClass(),
                usageRow.size() == 0 ? "-" : bytes(usageRow.size()),
                usageRow.usage()
                        .map(volumeUsage -> bytes(volumeUsage.usedBytes()))
                        .orElse("-"),
                usageRow.usage()
                        .map(volumeUsage ->
                                bytes(volumeUsage.capacityBytes()) + (usageRow.sharesFileSystem() ? SHARED : ""))
                        .orElse("-"),
                usageRow.usage()
                        .map(volumeUsage -> percent(volumeUsage.bytesShare()))
                        .orElse("-"),
                usageRow.usage()
                        .map(volumeUsage -> Long.toString(volumeUsage.usedInodes()))
                        .orElse("-"),
                usageRow.usage()
                        .filter(volumeUsage -> volumeUsage.inodes() > 0)
                        .map(volumeUsage -> percent(volumeUsage.inodesShare()))
                        .orElse("-"),
                few(usageRow.pods()),
                few(usageRow.nodes()),
                usageRow.health());
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
        rows.forEach(usageRow -> {
            ObjectNode one = volumes.addObject()
                    .put("namespace", usageRow.namespace())
                    .put("claim", usageRow.claim())
                    .put("class", usageRow.storageClass())
                    .put("sizeBytes", usageRow.size())
                    .put("health", usageRow.health());
            usageRow.usage()
                    .ifPresent(volumeUsage -> one.put("usedBytes", volumeUsage.usedBytes())
                            .put("capacityBytes", volumeUsage.capacityBytes())
                            .put("sharesFileSystem", usageRow.sharesFileSystem())
                            .put("usedInodes", volumeUsage.usedInodes())
                            .put("inodes", volumeUsage.inodes()));
            ArrayNode pods = one.putArray("pods");
            usageRow.pods().forEach(pods::add);
            ArrayNode where = one.putArray("nodes");
            usageRow.nodes().forEach(where::add);
        });
        ObjectNode asked = json.putObject("nodes");
        nodes.forEach((name, figures) -> {
            switch (figures) {
                case NodeVolumeStats.Reported _ -> asked.putObject(name).put("answers", true);
                case NodeVolumeStats.Unavailable unavailable ->
                    asked.putObject(name).put("answers", false).put("why", unavailable.why());
            }
        });
        return json;
    }
}
