package dev.stowage.flags;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One declared flag: what it is called, what it takes, and what it is worth when it is not given.
///
/// @param name the name without dashes
/// @param placeholder what the help shows for the value; empty for a boolean
/// @param fallback the value when the flag is absent; null marks a flag that must be given
/// @param shownDefault how the help writes the fallback; empty to leave it out
/// @param help one sentence
/// @param valueParser turns the text into the value
public record Flag<T>(
        String name,
        String placeholder,
        @Nullable T fallback,
        String shownDefault,
        String help,
        ValueParser<T> valueParser) {

    /// Reads one value; an [IllegalArgumentException]'s message completes the sentence `--name: …`.
    @FunctionalInterface
    public interface ValueParser<T> {
        T read(String text);
    }

    /// The placeholder of a value that is the name of a file.
    public static final String FILE = "FILE";

    /// The placeholder of a value that is the name of a folder.
    public static final String FOLDER = "FOLDER";

    public boolean isBoolean() {
        return placeholder.isEmpty();
    }

    public boolean isRequired() {
        return fallback == null;
    }

    /// The words that the value can be: a placeholder such as `table|json` lists them. Empty when it can be anything.
    public List<String> choices() {
        return placeholder.contains("|") ? List.of(placeholder.split("\\|")) : List.of();
    }

    public boolean isFile() {
        return placeholder.equals(FILE) || placeholder.equals("PATH");
    }

    public boolean isFolder() {
        return placeholder.equals(FOLDER) || placeholder.equals("DIR");
    }

    /// How the help's left column writes it.
    public String shown() {
        return isBoolean() ? "--" + name : "--" + name + " " + placeholder;
    }
}
