package dev.stowage.http.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The parameters of a request, each with all its values.
public record QueryParameters(Map<String, List<String>> values) {

    /// @param text the part after the question mark
    /// @throws IllegalArgumentException when an escape is invalid
    public static QueryParameters read(String text) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                values.computeIfAbsent(decode(name), _ -> new ArrayList<>()).add(decode(value));
            }
        }
        return new QueryParameters(values);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// Empty when the parameter is missing.
    public String text(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.getFirst();
    }

    /// As the Kubernetes API reads it: present, and neither `false` nor `0`.
    public boolean flag(String name) {
        List<String> all = all(name);
        return !all.isEmpty()
                && !all.getFirst().equals("false")
                && !all.getFirst().equals("0");
    }
}
