package dev.stowage.sdk;

import java.util.regex.Pattern;

/// The common format of all ids: they are safe as file names. An id in a request is untrusted input on its way
/// to a path, so a text that cannot be one of our ids is answered "not found" before any driver sees it.
final class IdFormat {

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:=-]{0,127}");

    private IdFormat() {}

    static boolean isSafe(String text) {
        return SAFE.matcher(text).matches();
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
