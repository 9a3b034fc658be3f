package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.storage.StoredObject;
import java.util.List;
import java.util.OptionalLong;

/// A list of objects as they were at one revision.
///
/// @param next where the next page begins; empty when there is none
/// @param remaining how many come behind this page, when it is known
public record ObjectList(List<StoredObject> entries, long revision, String next, OptionalLong remaining) {}
