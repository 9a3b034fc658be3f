package dev.stowage.sdk;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The common format of all ids: they are safe as file names. An id in a request is untrusted input on its way
/// to a path, so a text that cannot be one of our ids is answered "not found" before any driver sees it.
final class IdFormat {

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:=-]{0,127}");

    /// What stands between the parts of a handle, and how an id has it.
    private static final Pattern SEPARATOR = Pattern.compile("[#/]");

    private static final Pattern ENCODED_SEPARATOR = Pattern.compile("=(23|2F)");

    private static final String PLAIN = "._:-";
    private static final int LONGEST = 128;
    private static final Pattern PART = Pattern.compile("=([0-9A-F]{2})|.");

    private IdFormat() {}

    static boolean isSafe(String text) {
        return SAFE.matcher(text).matches();
    }

    /// A handle of several parts as a safe id: every character that is not plain is `=` and its code.
    static Optional<String> encoded(String handle) {
        if (!SEPARATOR.matcher(handle).find() || handle.length() > LONGEST) {
            return Optional.empty();
        }
        StringBuilder id = new StringBuilder();
        for (byte one : handle.getBytes(StandardCharsets.UTF_8)) {
            int code = Byte.toUnsignedInt(one);
            boolean isPlain = code < 128 && (Character.isLetterOrDigit(code) || PLAIN.indexOf(code) >= 0);
            id.append(isPlain ? Character.toString(code) : "=%02X".formatted(code));
        }
        return isSafe(id.toString()) ? Optional.of(id.toString()) : Optional.empty();
    }

    static String decoded(String id) {
        if (!ENCODED_SEPARATOR.matcher(id).find()) {
            return id;
        }
        ByteArrayOutputStream handle = new ByteArrayOutputStream();
        Matcher part = PART.matcher(id);
        while (part.find()) {
            handle.write(part.group(1) == null ? part.group().charAt(0) : Integer.parseInt(part.group(1), 16));
        }
        return handle.toString(StandardCharsets.UTF_8);
    }

    static String check(String text) {
        if (!isSafe(text)) {
            throw new IllegalArgumentException("invalid id: it must match " + SAFE);
        }
        return text;
    }

    /// The id for this name: 32 hexadecimal digits, the same on every node and after every restart.
    static String fromName(String name) {
        return RequestDigest.of(name).substring(0, 32);
    }
}
