package dev.stowage.driver.mounter;

import dev.stowage.driver.share.DaemonSource;
import java.nio.file.Path;

/// A share in the configuration of the mounter.
///
/// @param name by which clients ask for it
/// @param directory where it is mounted
/// @param source what serves it
record MountedShare(String name, Path directory, DaemonSource source) {}
