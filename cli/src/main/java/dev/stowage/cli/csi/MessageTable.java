package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.cli.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// An answer for people: names and values, then a table for each list.
final class MessageTable {

    private static final String NONE = "-";

    private MessageTable() {}

    static String of(Message answer) {
        FlatMessage flatMessage = FlatMessage.block(answer);
        // A note on standard error shows how to continue; the table omits the token.
        flatMessage.cells().remove("next_token");
        List<String> parts = new ArrayList<>();
        if (!flatMessage.cells().isEmpty()) {
            parts.add(block(flatMessage.cells()));
        }
        flatMessage.lists().forEach((path, messages) -> {
            if (!messages.isEmpty()) {
                parts.add(rows(messages));
            } else if (flatMessage.cells().isEmpty()) {
                parts.add("No " + name(path).toLowerCase(Locale.ROOT) + ".\n");
            }
        });
        return parts.isEmpty() ? "OK\n" : String.join("\n", parts);
    }

    private static String block(Map<String, String> cells) {
        List<List<String>> lines = new ArrayList<>();
        names(cells.keySet()).forEach((path, name) -> lines.add(List.of(name + ":", cells.getOrDefault(path, NONE))));
        return TextTable.aligned(lines);
    }

    private static String rows(List<Message> messages) {
        List<Map<String, String>> rows = messages.stream()
                .map(message -> FlatMessage.row(message).cells())
                .toList();
        Map<String, String> columns = names(rows.stream()
                .flatMap(row -> row.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new)));
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.copyOf(columns.values()));
        rows.forEach(row -> lines.add(columns.keySet().stream()
                .map(path -> row.getOrDefault(path, NONE))
                .toList()));
        return TextTable.aligned(lines);
    }

    /// The last word of each path, or the whole path where that is ambiguous.
    private static Map<String, String> names(Set<String> paths) {
        Map<String, Long> uses =
                paths.stream().collect(Collectors.groupingBy(MessageTable::lastWord, Collectors.counting()));
        Map<String, String> names = new LinkedHashMap<>();
        idFirst(paths)
                .forEach(path ->
                        names.put(path, name(uses.getOrDefault(lastWord(path), 0L) > 1 ? path : lastWord(path))));
        return names;
    }

    /// Names and ids come first, independent of the order in the protocol.
    private static List<String> idFirst(Set<String> paths) {
        List<String> ordered = new ArrayList<>(paths);
        paths.stream().filter(path -> path.endsWith("_id")).findFirst().ifPresent(id -> {
            ordered.remove(id);
            ordered.addFirst(id);
        });
        return ordered;
    }

    private static String lastWord(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /// Sizes carry their unit with them here.
    private static String name(String path) {
        return path.replaceFirst("_bytes$", "").toUpperCase(Locale.ROOT).replace('_', '-');
    }
}
