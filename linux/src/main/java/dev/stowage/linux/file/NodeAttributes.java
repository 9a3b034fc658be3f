package dev.stowage.linux.file;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a file, directory or link has besides its name and its content.
///
/// @param permissions set-id and sticky bits included
/// @param seconds when it was last written
/// @param extended extended attributes; names and values are bytes, one per character (ISO 8859-1)
public record NodeAttributes(
        int uid, int gid, int permissions, long seconds, int nanos, SortedMap<String, String> extended) {

    public NodeAttributes {
        extended = Collections.unmodifiableSortedMap(new TreeMap<>(extended));
    }

    public NodeAttributes(int uid, int gid, int permissions, long seconds, int nanos, Map<String, String> extended) {
        this(uid, gid, permissions, seconds, nanos, (SortedMap<String, String>) new TreeMap<>(extended));
    }

    /// Whether an extended attribute belongs to a file wherever it is.
    public static boolean isKept(String name) {
        return ExtendedAttributes.isKept(name);
    }
}
