package dev.stowage.driver.bind;

import dev.stowage.driver.share.ServedSource;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A published FUSE mount whose daemon is dead, below its replacement.
///
/// A container has a copy of the published mount. What is mounted on top of the original reaches the copy, if it gets
/// the mounts of the host (`HostToContainer`); what replaces the original does not. So the first mount stays until
/// the volume is unpublished, and at most one is on top of it.
final class DeadMount {

    private DeadMount() {}

    /// Whether a mount on top reaches copies in containers.
    static boolean isCoverable(Path target, Mounts mounts) throws IOException {
        List<MountPoint> stacked = mounts.stackedAt(target);
        return !stacked.isEmpty()
                && ServedSource.isFuse(stacked.getFirst())
                && stacked.getFirst().mountPropagation() == MountPropagation.SHARED;
    }

    static void cover(Descriptor source, Path target, Mounts mounts, boolean readOnly) throws IOException {
        for (int above = mounts.stackedAt(target).size() - 1; above > 0; above--) {
            mounts.unmountLazily(target);
        }
        mounts.bind(source.path(), target, readOnly);
    }
}
