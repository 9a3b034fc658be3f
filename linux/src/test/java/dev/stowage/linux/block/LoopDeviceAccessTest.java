package dev.stowage.linux.block;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Errno;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Loop devices seen by a process that may not open all of them, as in a container.
class LoopDeviceAccessTest {
    private static final long MIB = 1 << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    private final LoopDevices loops = LoopDevices.system();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    /// On `nodev` a device node can be created, but not opened.
    private LoopDevices withoutAccess() throws Exception {
        Path nodes = scratch.directory("dev");
        Mounts.system().mount("nodes", nodes, "tmpfs", Set.of(MountFlag.NO_DEVICES), "");
        return new SystemLoopDevices(BlockingCalls.shared(), nodes);
    }

    @Test
    void devicesOfOtherProgramsNeedNoDeviceNode() throws Exception {
        LoopDevice foreign = loops.attach(scratch.image("disk", MIB), false);
        Path own = scratch.directory("own");
        LoopDevices restricted = withoutAccess();

        assertThat(restricted.listBeneath(own)).isEmpty();
        assertThat(restricted.findByBackingFile(scratch.image("own/image", MIB)))
                .isEmpty();
        assertThat(restricted.findByBackingFile(own.resolve("missing"))).isEmpty();
        assertThat(scratch.path().resolve("dev/loop" + foreign.number())).doesNotExist();

        assertThat(restricted.list()).isEmpty();
    }

    @Test
    void deviceOverDeletedFileThatCannotBeOpenedIsLeftOut() throws Exception {
        Path image = scratch.image("disk", MIB);
        loops.attach(image, false);
        Files.delete(image);
        LoopDevices restricted = withoutAccess();

        assertThat(restricted.findByBackingFile(scratch.image("other", MIB))).isEmpty();
        assertFails(Errno.EACCES, () -> restricted.findByBackingFile(image));
    }

    @Test
    void ownDeviceThatCannotBeOpenedIsAnErrorAndNotMissing() throws Exception {
        Path image = scratch.image("disk", MIB);
        loops.attach(image, false);
        LoopDevices restricted = withoutAccess();

        assertFails(Errno.EACCES, () -> restricted.findByBackingFile(image));
        assertFails(Errno.EACCES, () -> restricted.listBeneath(scratch.path()));
    }

    @Test
    void devicesAreListedByTheDirectoryOfTheirFiles() throws Exception {
        scratch.directory("one");
        scratch.directory("one more");
        LoopDevice device = loops.attach(scratch.image("one/disk", MIB), false);
        loops.attach(scratch.image("one more/disk", MIB), false);
        Path link = Files.createSymbolicLink(
                scratch.path().resolve("link"), scratch.path().resolve("one"));

        assertThat(loops.listBeneath(scratch.path().resolve("one")))
                .extracting(LoopDevice::number)
                .containsExactly(device.number());
        assertThat(loops.listBeneath(link)).hasSize(1);
        assertThat(loops.listBeneath(scratch.path())).hasSize(2);
    }

    @Test
    void filesOfOtherProgramsMayHaveAnyName() throws Exception {
        loops.attach(scratch.image("line\nbreak (deleted)", MIB), false);
        Path image = scratch.image("disk", MIB);
        LoopDevice device = loops.attach(image, false);

        assertThat(loops.findByBackingFile(image))
                .extracting(LoopDevice::number)
                .containsExactly(device.number());
    }
}
