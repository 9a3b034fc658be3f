package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.DirectoryEntries;
import java.util.SortedSet;
import java.util.TreeSet;

/// The names in a directory in the order of their bytes, one byte per character.
final class SortedEntries {

    private SortedEntries() {}

    static SortedSet<String> of(Descriptor directory) throws LinuxException {
        SortedSet<String> names = new TreeSet<>();
        try (DirectoryEntries entries = new DirectoryEntries(directory)) {
            for (var some = entries.next(); !some.isEmpty(); some = entries.next()) {
                some.forEach(entry -> names.add(entry.name()));
            }
        }
        return names;
    }
}
