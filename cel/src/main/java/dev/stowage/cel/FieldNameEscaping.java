package dev.stowage.cel;

import java.util.Set;

/// Escapes names of fields that are not identifiers or are reserved, such as `x-y` or `namespace`.
final class FieldNameEscaping {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private FieldNameEscaping() {}

    static String escaped(String name) {
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        return name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
    }

    static String plain(String name) {
        if (!name.contains("__")) {
            return name;
        }
        if (name.startsWith("__")
                && name.endsWith("__")
                && name.length() > 4
                && RESERVED.contains(name.substring(2, name.length() - 2))) {
            return name.substring(2, name.length() - 2);
        }
        return name.replace("__dot__", ".")
                .replace("__dash__", "-")
                .replace("__slash__", "/")
                .replace("__underscores__", "__");
    }
}
