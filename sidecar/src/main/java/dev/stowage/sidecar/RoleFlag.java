package dev.stowage.sidecar;

import dev.stowage.flags.Flag;
import dev.stowage.flags.ParsedFlags;
import java.util.List;

/// A flag of one role, under all its names.
///
/// @param names the most specific first
/// @param fallback the role's own default
public record RoleFlag<T>(List<Flag<T>> names, T fallback) {

    public RoleFlag {
        names = List.copyOf(names);
    }

    public T in(ParsedFlags line) {
        return names.stream().filter(line::isSet).findFirst().map(line::value).orElse(fallback);
    }

    public boolean given(ParsedFlags line) {
        return names.stream().anyMatch(line::isSet);
    }
}
