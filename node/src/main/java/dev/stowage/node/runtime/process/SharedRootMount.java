package dev.stowage.node.runtime.process;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.node.layout.SelfBindMount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the root directory of the node a shared mount, so that mounts propagate to and from containers that
/// request it.
final class SharedRootMount {
    private static final Logger log = LoggerFactory.getLogger(SharedRootMount.class);

    private final Mounts mounts;
    private final Path root;
    private boolean ours;

    SharedRootMount(Mounts mounts, Path root) {
        this.mounts = mounts;
        this.root = root;
    }

    /// Idempotent, also across processes: a directory that is already a mount point is not mounted again.
    void make() throws IOException {
        List<MountPoint> here = mounts.stackedAt(root);
        Optional<MountPoint> covering = here.isEmpty() ? covering() : Optional.of(here.getLast());
        // Perhaps from a run that was killed.
        ours = !here.isEmpty() && SelfBindMount.is(here.getLast(), mounts.table());
        if (covering.isPresent() && covering.get().mountPropagation() == MountPropagation.SHARED) {
            return;
        }
        if (here.isEmpty() && used()) {
            log.warn(
                    "Mounts do not propagate between {} and containers: it is not a shared mount, and cannot become one"
                            + " while something is mounted in it.",
                    root);
            return;
        }
        if (here.isEmpty()) {
            mounts.bind(root, root, false);
            ours = true;
        }
        mounts.setPropagation(root, MountPropagation.SHARED);
    }

    private Optional<MountPoint> covering() throws IOException {
        return mounts.table().stream()
                .filter(mount -> root.startsWith(mount.target()))
                .max(Comparator.comparingInt(mount -> mount.target().getNameCount()));
    }

    private boolean used() throws IOException {
        return mounts.table().stream()
                .anyMatch(mount ->
                        mount.target().startsWith(root) && !mount.target().equals(root));
    }

    /// Leaves the folder as it was found, unless something is mounted in it still, or on top of our mount.
    void undo() {
        try {
            Optional<MountPoint> top = mounts.at(root);
            if (ours && !used() && top.isPresent() && SelfBindMount.is(top.get(), mounts.table())) {
                mounts.unmount(root);
            }
        } catch (IOException e) {
            log.debug("{} stays a separate mount because it is in use.", root, e);
        }
    }
}
