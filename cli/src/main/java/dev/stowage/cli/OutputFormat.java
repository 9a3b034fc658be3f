package dev.stowage.cli;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.util.Locale;

/// The output format: `-o text` for people, `-o json` for programs.
public enum OutputFormat {
    TEXT,
    JSON;

    /// Declares `-o, --output`.
    public static Flag<OutputFormat> flag(FlagSet flags) {
        return flags.shorthand(
                "o", flags.value("output", "text|json", TEXT, "Output format: text or json.", OutputFormat::of));
    }

    private static OutputFormat of(String word) {
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
