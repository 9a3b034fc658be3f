package dev.stowage.sdk;

import java.util.List;
import java.util.Optional;

/// Part of a list.
///
/// @param entries the entries of this part
/// @param next where the next part starts; absent after the last
public record Page<T>(List<T> entries, Optional<String> next) {

    public Page {
        entries = List.copyOf(entries);
    }
}
