package dev.stowage.flags;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The values of a parsed command line.
public final class ParsedFlags {

    private final Map<String, Object> values;
    private final List<String> arguments;

    ParsedFlags(Map<String, Object> values, List<String> arguments) {
        this.values = Map.copyOf(values);
        this.arguments = arguments;
    }

    /// The value given, or the flag's default.
    @SuppressWarnings("unchecked") // a value is only ever stored under the name of the flag whose parser produced it
    public <T> T value(Flag<T> flag) {
        Object given = values.get(flag.name());
        return given != null ? (T) given : Objects.requireNonNull(flag.fallback(), flag.name());
    }

    /// Whether the flag was given; upstream programs distinguish an explicit default from an absent flag.
    public boolean isSet(Flag<?> flag) {
        return values.containsKey(flag.name());
    }

    /// The arguments that are not flags.
    public List<String> arguments() {
        return arguments;
    }
}
