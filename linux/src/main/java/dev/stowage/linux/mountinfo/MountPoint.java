package dev.stowage.linux.mountinfo;

import java.nio.file.Path;
import java.util.List;

/// One line of `/proc/self/mountinfo`.
///
/// @param root the directory of the file system that is mounted; for a bind mount the bound path inside it
/// @param options of this mount alone (`ro`, `nosuid`, …)
/// @param optionalFields propagation marks, such as `shared:12` and `master:3`
/// @param superOptions of the file system, shared by all its mounts
public record MountPoint(
        int id,
        int parent,
        int major,
        int minor,
        String root,
        Path target,
        List<String> options,
        List<String> optionalFields,
        String fsType,
        String source,
        List<String> superOptions) {

    public MountPoint {
        options = List.copyOf(options);
        optionalFields = List.copyOf(optionalFields);
        superOptions = List.copyOf(superOptions);
    }

    /// True when this mount is read-only, because of its own options or those of its file system.
    public boolean readOnly() {
        return options.contains("ro") || superOptions.contains("ro");
    }

    /// `major:minor`, equal for all mounts of one file system.
    public String device() {
        return major + ":" + minor;
    }

    /// A mount that is both shared and slave counts as shared.
    public MountPropagation mountPropagation() {
        if (optionalFields.stream().anyMatch(field -> field.startsWith("shared:"))) {
            return MountPropagation.SHARED;
        }
        if (optionalFields.stream().anyMatch(field -> field.startsWith("master:"))) {
            return MountPropagation.SLAVE;
        }
        return optionalFields.contains("unbindable") ? MountPropagation.UNBINDABLE : MountPropagation.PRIVATE;
    }
}
