package dev.stowage.apiserver.endpoints;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A media type from the header `Accept` or `Content-Type`.
///
/// @param type such as `application/json`, in lower case
/// @param parameters in lower case, without `q`
record MediaRange(String type, Map<String, String> parameters, double quality) {
    private static final int MOST = 64;

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    /// The most preferred first; those with quality 0 are omitted.
    static List<MediaRange> parse(String header) {
        List<MediaRange> ranges = new ArrayList<>();
        for (String part : header.split(",", MOST)) {
            MediaRange range = one(part);
            if (!range.type().isEmpty() && range.quality() > 0) {
                ranges.add(range);
            }
        }
        ranges.sort(Comparator.comparingDouble((MediaRange range) -> -range.quality()));
        return ranges;
    }

    static MediaRange one(String text) {
        String[] parts = text.split(";", MOST);
        Map<String, String> parameters = new HashMap<>();
        double quality = 1;
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = (equals < 0 ? parts[i] : parts[i].substring(0, equals))
                    .strip()
                    .toLowerCase(Locale.ROOT);
            String value =
                    equals < 0 ? "" : parts[i].substring(equals + 1).strip().replace("\"", "");
            if (name.equals("q")) {
                quality = quality(value);
            } else if (!name.isEmpty()) {
                parameters.put(name, value);
            }
        }
        return new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters, quality);
    }

    private static double quality(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
