package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.storage.StoredObject;
import java.util.List;
import java.util.OptionalLong;

/// A list of objects as they were at one revision.
///
/// @param next the continue token of the next page; empty if there is none
/// @param remaining the number of objects after this page, if known
public record ObjectList(List<StoredObject> entries, long revision, String next, OptionalLong remaining) {}
