package dev.stowage.linux.quota;

/// The entry of a project in the quota of its file system.
///
/// @param id of the project
/// @param limit in bytes; 0 without one
/// @param inodeLimit 0 without one
/// @param bytes that its files use, as far as the file system has allocated them
/// @param inodes that it uses
public record ProjectUsage(long id, long limit, long inodeLimit, long bytes, long inodes) {

    /// Entries without content remain where a project once was.
    public boolean isUsed() {
        return limit != 0 || inodeLimit != 0 || bytes != 0 || inodes != 0;
    }
}
