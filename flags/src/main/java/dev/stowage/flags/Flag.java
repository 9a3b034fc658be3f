package dev.stowage.flags;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One declared flag.
///
/// @param name the name without dashes
/// @param shorthand the letter of the short form (`n` for `-n`); empty when there is none
/// @param placeholder the type of the value as the help shows it; empty for a boolean
/// @param fallback the value when the flag is not set; null marks a required flag
/// @param shownDefault the default as the help shows it; empty to leave it out
/// @param help one sentence
/// @param valueParser turns the text into the value
public record Flag<T>(
        String name,
        String shorthand,
        String placeholder,
        @Nullable T fallback,
        String shownDefault,
        String help,
        ValueParser<T> valueParser) {

    /// Parses one value; the message of its [IllegalArgumentException] follows `flag --name: `.
    @FunctionalInterface
    public interface ValueParser<T> {
        T read(String text);
    }

    /// The placeholder of a file name; shells complete it.
    public static final String FILE = "file";

    /// The placeholder of a directory name; shells complete it.
    public static final String DIRECTORY = "directory";

    /// The placeholder of a file or directory name; shells complete it.
    static final String PATH = "path";

    Flag(
            String name,
            String placeholder,
            @Nullable T fallback,
            String shownDefault,
            String help,
            ValueParser<T> parser) {
        this(name, "", placeholder, fallback, shownDefault, help, parser);
    }

    Flag<T> withShorthand(String letter) {
        return new Flag<>(name, letter, placeholder, fallback, shownDefault, help, valueParser);
    }

    public boolean isBoolean() {
        return placeholder.isEmpty();
    }

    public boolean isRequired() {
        return fallback == null;
    }

    /// The allowed values, which a placeholder such as `table|json` lists. Empty when any value is allowed.
    public List<String> choices() {
        return placeholder.contains("|") ? List.of(placeholder.split("\\|")) : List.of();
    }

    public boolean isFile() {
        return placeholder.equals(FILE) || placeholder.equals(PATH);
    }

    public boolean isDirectory() {
        return placeholder.equals(DIRECTORY);
    }

    /// The short form as it is typed, or nothing. A flag whose name is one letter (`--v`) is its own short form.
    public Optional<String> shortForm() {
        if (name.length() == 1) {
            return Optional.of("-" + name);
        }
        return shorthand.isEmpty() ? Optional.empty() : Optional.of("-" + shorthand);
    }

    /// The flag with its short form and the type of its value: `-n, --namespace string`.
    public String shown() {
        String names = shortForm().map(letter -> letter + ", ").orElse("") + "--" + name;
        return isBoolean() ? names : names + " " + placeholder;
    }
}
