package dev.stowage.sdk;

import java.util.List;
import java.util.Optional;

/// Part of a list.
///
/// @param entries the entries of this part
/// @param next where the next part starts; absent after the last
public record ListPage<T>(List<T> entries, Optional<String> next) {

    public ListPage {
        entries = List.copyOf(entries);
    }
}
