package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The query parameters of a request. A parameter may occur several times; usually the first one counts.
public record QueryParameters(Map<String, List<String>> values) {
    public static final QueryParameters NONE = new QueryParameters(Map.of());

    /// The empty string if it is missing.
    public String text(String name) {
        List<String> found = all(name);
        return found.isEmpty() ? "" : found.getFirst();
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// A copy with one parameter added or replaced.
    public QueryParameters with(String name, String value) {
        Map<String, List<String>> more = new HashMap<>(values);
        more.put(name, List.of(value));
        return new QueryParameters(more);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /// As Kubernetes reads it: anything but `false` and `0` is true.
    public boolean flag(String name) {
        List<String> found = all(name);
        return !found.isEmpty()
                && switch (found.getFirst()) {
                    case "false", "0" -> false;
                    default -> true;
                };
    }

    /// @throws ApiException if the value is not a number
    public OptionalLong number(String name) throws ApiException {
        String text = text(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw ApiException.badRequest(
                    "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text.length() > 100 ? "…" : text));
        }
    }
}
