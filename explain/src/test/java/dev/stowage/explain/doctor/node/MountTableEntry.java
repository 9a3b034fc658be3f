package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.List;

/// A line of the mount table that a test needs.
record MountTableEntry(String target, int minor, String root, List<String> marks, String options, String superOptions) {

    static MountTableEntry at(String target) {
        return new MountTableEntry(target, 1, "/", List.of(), "rw", "rw");
    }

    MountTableEntry shared() {
        return new MountTableEntry(target, minor, root, List.of("shared:1"), options, superOptions);
    }

    MountTableEntry device(int other) {
        return new MountTableEntry(target, other, root, marks, options, superOptions);
    }

    MountTableEntry turnedReadOnly() {
        return new MountTableEntry(target, minor, root, marks, "rw", "ro");
    }

    MountPoint make() {
        return new MountPoint(
                1,
                0,
                7,
                minor,
                root,
                Path.of(target),
                List.of(options),
                marks,
                "ext4",
                "/dev/loop" + minor,
                List.of(superOptions));
    }
}
