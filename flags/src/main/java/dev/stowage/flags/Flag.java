package dev.stowage.flags;

import org.jspecify.annotations.Nullable;

/// One declared flag: what it is called, what it takes, and what it is worth when it is not given.
///
/// @param name the name without dashes
/// @param placeholder what the help shows for the value; empty for a boolean
/// @param fallback the value when the flag is absent; null marks a flag that must be given
/// @param shownDefault how the help writes the fallback; empty to leave it out
/// @param help one sentence
/// @param reader turns the text into the value
public record Flag<T>(
        String name, String placeholder, @Nullable T fallback, String shownDefault, String help, Reader<T> reader) {

    /// Reads one value; an [IllegalArgumentException]'s message completes the sentence `--name: …`.
    @FunctionalInterface
    public interface Reader<T> {
        T read(String text);
    }

    boolean isBoolean() {
        return placeholder.isEmpty();
    }

    boolean isRequired() {
        return fallback == null;
    }

    /// How the help's left column writes it.
    String shown() {
        return isBoolean() ? "--" + name : "--" + name + " " + placeholder;
    }
}
