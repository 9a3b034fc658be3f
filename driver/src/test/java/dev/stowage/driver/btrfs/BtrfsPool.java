package dev.stowage.driver.btrfs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.btrfs.BtrfsIoctl;
import dev.stowage.linux.btrfs.BtrfsQgroups;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A pool on btrfs in a file, with its backend.
record BtrfsPool(PoolScratch scratch, PoolDirectory folder, BtrfsBackend backend) {

    static BtrfsPool make(PoolScratch scratch) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/mkfs.btrfs")), "mkfs.btrfs is not installed");
        assumeTrue(Files.readString(Path.of("/proc/filesystems")).contains("btrfs"), "this kernel has no btrfs");
        Path device = scratch.device("btrfs", Bytes.gibi(1));
        FileSystem.BTRFS.create(device);
        Path root = scratch.directory("btrfs");
        scratch.mounts().mount(device.toString(), root, "btrfs", Set.of(), "");
        PoolDirectory folder = new PoolDirectory(root);
        folder.ensure();
        return new BtrfsPool(scratch, folder, new BtrfsBackend(folder, scratch.mounts()));
    }

    VolumeMeta create(String name, Bytes size) throws Exception {
        VolumeMeta volume = PoolScratch.volume(name, BackendKind.BTRFS, size);
        backend.create(volume, Optional.empty());
        return volume;
    }

    Path publish(VolumeMeta volume, String target) throws Exception {
        Path at = scratch.target(target);
        backend.publish(volume, scratch.publication(volume, at));
        return at;
    }

    void sync() throws IOException {
        try (Descriptor root = Descriptor.openDirectory(folder.root())) {
            BtrfsIoctl.sync(root);
        }
    }

    List<Long> qgroups() throws IOException {
        try (Descriptor root = Descriptor.openDirectory(folder.root())) {
            BtrfsIoctl.sync(root);
            return BtrfsQgroups.list(root);
        }
    }
}
