package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.linux.file.FileSystems;
import java.nio.file.Path;

/// The usage of the file system that contains a directory.
///
/// @param use what the folder is for: `kubelet`, `pool`
public record DiskUsage(String use, Path folder, Observation<FileSystems.Stats> stats) {
    public static final String KUBELET = "kubelet";
    public static final String POOL = "pool";
}
