package dev.stowage.cli.csi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Parses topologies: `zone=a,rack=1;zone=b`, with commas between segments and semicolons between topologies.
final class TopologyParser {

    private TopologyParser() {}

    static List<Map<String, String>> parse(String text) {
        return Stream.of(text.split(";", -1)).map(TopologyParser::segments).toList();
    }

    private static Map<String, String> segments(String place) {
        Map<String, String> segments = new LinkedHashMap<>();
        for (String pair : place.split(",", -1)) {
            String[] parts = pair.strip().split("=", 2);
            if (parts.length < 2 || parts[0].isEmpty()) {
                throw new IllegalArgumentException("\"" + pair + "\" is not key=value");
            }
            segments.put(parts[0], parts[1]);
        }
        return segments;
    }
}
