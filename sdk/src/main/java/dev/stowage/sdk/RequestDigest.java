package dev.stowage.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A digest of a request: equal for equal requests, whatever the order of their maps.
public final class RequestDigest {

    private RequestDigest() {}

    /// Of texts, maps and lists of such; each part is written with its length, so that no two requests run
    /// together.
    public static String of(Object... parts) {
        StringBuilder canonical = new StringBuilder();
        append(canonical, List.of(parts));
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(canonical.toString().getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static void append(StringBuilder out, Object part) {
        switch (part) {
            case Map<?, ?> map -> {
                out.append('{').append(map.size()).append(':');
                new TreeMap<>(map).forEach((key, value) -> {
                    append(out, String.valueOf(key));
                    append(out, value);
                });
            }
            case Collection<?> list -> {
                out.append('[').append(list.size()).append(':');
                list.forEach(element -> append(out, element));
            }
            default -> {
                String text = part.toString();
                out.append('"').append(text.length()).append(':').append(text);
            }
        }
    }
}
