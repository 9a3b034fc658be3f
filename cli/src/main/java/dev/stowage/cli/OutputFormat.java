package dev.stowage.cli;

import java.util.Locale;

/// For whom an answer is: `-o text` for people, `-o json` for programs.
public enum OutputFormat {
    TEXT,
    JSON;

    /// The placeholder of a flag that takes one of these.
    public static final String WORDS = "text|json";

    public static OutputFormat of(String word) {
        return switch (word) {
            case "text" -> TEXT;
            case "json" -> JSON;
            default -> throw new IllegalArgumentException("\"" + word + "\" is neither text nor json");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
