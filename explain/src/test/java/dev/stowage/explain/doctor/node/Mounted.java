package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.List;

/// A line of the mount table that a test needs.
record Mounted(String target, int minor, String root, List<String> marks, String options, String superOptions) {

    static Mounted at(String target) {
        return new Mounted(target, 1, "/", List.of(), "rw", "rw");
    }

    Mounted shared() {
        return new Mounted(target, minor, root, List.of("shared:1"), options, superOptions);
    }

    Mounted device(int other) {
        return new Mounted(target, other, root, marks, options, superOptions);
    }

    Mounted turnedReadOnly() {
        return new Mounted(target, minor, root, marks, "rw", "ro");
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
