package dev.stowage.driver.files;

import dev.stowage.linux.file.NodeAttributes;

/// A name in a directory, and what it is from now on. Names, paths and targets are bytes, one per character
/// (ISO 8859-1).
sealed interface ArchiveEntry {

    String name();

    /// Its attributes are in its own record.
    record Directory(String name) implements ArchiveEntry {}

    /// Takes the place of whatever has the name.
    record NewFile(String name, NodeAttributes attributes, long size) implements ArchiveEntry {}

    /// Was a file before; its content is what differs.
    record ChangedFile(String name, NodeAttributes attributes, long size) implements ArchiveEntry {}

    /// @param original the path of the first name of the same file
    record HardLink(String name, String original) implements ArchiveEntry {}

    record SymbolicLink(String name, NodeAttributes attributes, String target) implements ArchiveEntry {}

    /// A device, pipe or socket.
    ///
    /// @param mode with its type
    record SpecialFile(String name, NodeAttributes attributes, int mode, int major, int minor)
            implements ArchiveEntry {}

    record Removed(String name) implements ArchiveEntry {}

    /// How much content follows the record for it.
    default long contentSize() {
        return switch (this) {
            case NewFile file -> file.size();
            case ChangedFile file -> file.size();
            case Directory _, HardLink _, SymbolicLink _, SpecialFile _, Removed _ -> 0;
        };
    }
}
