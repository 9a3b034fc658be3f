package dev.stowage.driver.files;

/// What a walk through a tree has in memory at most.
///
/// @param entries of one directory
/// @param links files with several names
/// @param pathBytes bytes of the paths of these, and of the names of directories that are still to be entered
record WalkLimits(int entries, int links, long pathBytes) {

    /// Those of the format.
    static final WalkLimits FORMAT =
            new WalkLimits(ArchiveLimits.MOST_ENTRIES, ArchiveLimits.MOST_LINKS, ArchiveLimits.MOST_PATH_BYTES);
}
