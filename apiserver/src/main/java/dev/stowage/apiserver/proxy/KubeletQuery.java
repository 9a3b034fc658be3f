package dev.stowage.apiserver.proxy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Parameters for a kubelet, in the order of their names.
final class KubeletQuery {
    private final Map<String, List<String>> values = new TreeMap<>();

    KubeletQuery add(String name, String value) {
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        return this;
    }

    /// With the question mark; empty if there are no parameters.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        values.forEach((name, some) -> some.forEach(value -> parts.add(encoded(name) + "=" + encoded(value))));
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
