package dev.stowage.driver.quota;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.quota.ProjectQuota;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A file system with project quota on a loop device; removed with the scratch directory.
public enum QuotaDisk {
    XFS("xfs"),
    EXT4("ext4");

    /// The conformance kit creates volumes of the default size, 1 GiB, on it.
    private static final long SIZE = 4L << 30;

    private final String fsType;

    QuotaDisk(String fsType) {
        this.fsType = fsType;
    }

    private List<String> mkfs() {
        return switch (this) {
            case XFS -> List.of("mkfs.xfs", "-q");
            case EXT4 -> List.of("mkfs.ext4", "-q", "-O", "quota,project", "-E", "quotatype=prjquota");
        };
    }

    /// Skips the test where the kernel has no such quota.
    public Path mount(ScratchDirectory there) throws IOException {
        return mount(there, "prjquota");
    }

    public Path mount(ScratchDirectory there, String options) throws IOException {
        Path image = there.path().resolve(fsType + ".img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(SIZE);
        }
        List<String> argv = new ArrayList<>(mkfs());
        argv.add(image.toString());
        assumeTrue(CommandRunner.isInstalled(argv.getFirst()), argv.getFirst() + " is not installed");
        String ignored = CommandRunner.run(Duration.ofSeconds(60), argv);
        Path device = LoopDevices.system().attach(image, false).node();
        return mount(device, there.directory("disk"), options);
    }

    Path mount(Path device, Path target, String options) throws IOException {
        try {
            Mounts.system().mount(device.toString(), target, fsType, Set.of(), options);
        } catch (LinuxException e) {
            assumeTrue(false, "this kernel has no project quota for " + fsType + ": " + e.getMessage());
        }
        try (Descriptor root = Descriptor.openDirectory(target)) {
            assumeTrue(
                    options.isEmpty() || ProjectQuota.state(root) == ProjectQuota.State.ENFORCED,
                    "this kernel does not enforce project quota on " + fsType);
        }
        return target;
    }
}
