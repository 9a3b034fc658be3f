package dev.stowage.linux.block;

import java.nio.file.Path;

/// A block device that is backed by a file.
///
/// @param number N of `/dev/loopN`
/// @param backingFile the file's path when it was attached, as the kernel reports it
/// @param deleted true when the file was unlinked; the device still holds its data
/// @param directIo true when the device bypasses the page cache of the file system below
public record LoopDevice(
        int number, Path node, String backingFile, boolean deleted, boolean readOnly, boolean directIo) {}
