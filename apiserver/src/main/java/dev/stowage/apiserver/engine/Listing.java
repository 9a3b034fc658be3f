package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.store.Entry;
import java.util.List;
import java.util.OptionalLong;

/// A list of objects as they were at one revision.
///
/// @param next where the next page begins; empty when there is none
/// @param remaining how many come behind this page, when it is known
public record Listing(List<Entry> entries, long revision, String next, OptionalLong remaining) {}
