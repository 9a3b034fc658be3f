package dev.stowage.driver.files;

import dev.stowage.linux.file.NodeAttributes;
import java.util.List;

/// Some entries of a directory.
///
/// @param path of the directory; empty for the root
/// @param attributes what the directory has when these entries are in it
record ArchiveRecord(String path, NodeAttributes attributes, List<ArchiveEntry> entries) {

    ArchiveRecord {
        entries = List.copyOf(entries);
    }

    /// The path of an entry of a directory.
    static String path(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /// The components of a path.
    static List<String> components(String path) {
        return path.isEmpty() ? List.of() : List.of(path.split("/", -1));
    }
}
