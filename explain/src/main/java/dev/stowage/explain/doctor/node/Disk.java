package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Look;
import dev.stowage.linux.file.FileSystems;
import java.nio.file.Path;

/// How full the file system is that holds a folder.
///
/// @param use what the folder is for: `kubelet`, `pool`
public record Disk(String use, Path folder, Look<FileSystems.Stats> stats) {
    public static final String KUBELET = "kubelet";
    public static final String POOL = "pool";
}
