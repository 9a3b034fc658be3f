package dev.stowage.k8s.validation;

/// The shapes that names may have. Plain loops: a pattern with nested groups costs stack for each dot of a
/// hostile name.
final class NameCharacters {
    private NameCharacters() {}

    static boolean isLabel(String text) {
        return isLabel(text, 0, text.length());
    }

    private static boolean isLabel(String text, int from, int to) {
        if (from == to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isLower(c) && !isDigit(c) && c != '-') {
                return false;
            }
        }
        return true;
    }

    static boolean isSubdomain(String text) {
        int from = 0;
        while (true) {
            int dot = text.indexOf('.', from);
            if (!isLabel(text, from, dot < 0 ? text.length() : dot)) {
                return false;
            }
            if (dot < 0) {
                return true;
            }
            from = dot + 1;
        }
    }

    /// Letters, digits and `-_.`, with a letter or digit at both ends.
    static boolean isQualified(String text) {
        if (text.isEmpty() || !isAlphanumeric(text.charAt(0)) || !isAlphanumeric(text.charAt(text.length() - 1))) {
            return false;
        }
        return consistsOf(text, "-_.");
    }

    /// Only letters, digits and these others.
    static boolean consistsOf(String text, String others) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && others.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isAlphanumeric(char c) {
        return isLower(c) || isDigit(c) || (c >= 'A' && c <= 'Z');
    }

    static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
