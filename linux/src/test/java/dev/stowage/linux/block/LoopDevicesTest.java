package dev.stowage.linux.block;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.linux.file.Reflink;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LoopDevicesTest {
    private static final long MIB = 1 << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    private final LoopDevices loops = LoopDevices.system();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    @Test
    void attachedDeviceReadsWhatTheFileHolds() throws Exception {
        Path image = scratch.image("disk", MIB);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.writeBytes("hello");
        }

        LoopDevice device = loops.attach(image, false);

        assertThat(BlockDevice.size(device.node())).isEqualTo(MIB);
        assertThat(device.backingFile()).isEqualTo(image.toString());
        assertThat(device.readOnly()).isFalse();
        assertThat(device.deleted()).isFalse();
        try (RandomAccessFile node = new RandomAccessFile(device.node().toFile(), "r")) {
            assertThat(node.readLine()).startsWith("hello");
        }
    }

    @Test
    void readOnlyDeviceTakesNoWrites() throws Exception {
        LoopDevice device = loops.attach(scratch.image("disk", MIB), true);

        assertThat(device.readOnly()).isTrue();
        ScratchDirectory.assertTakesNoWrites(device);
    }

    @Test
    void deviceIsFoundByItsFileUnderAnyName() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice device = loops.attach(image, false);
        Path hardLink = Files.createLink(scratch.path().resolve("other name"), image);
        Path moved = Files.move(image, scratch.path().resolve("moved"));

        assertThat(loops.findByBackingFile(moved))
                .extracting(LoopDevice::number)
                .containsExactly(device.number());
        assertThat(loops.findByBackingFile(hardLink)).hasSize(1);
        assertThat(loops.findByBackingFile(scratch.image("unrelated", MIB))).isEmpty();
        assertThat(loops.list()).extracting(LoopDevice::number).contains(device.number());
    }

    @Test
    void deviceOverDeletedFileIsFoundAndNotMistakenForItsSuccessor() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice device = loops.attach(image, false);
        Files.delete(image);

        assertThat(loops.findByBackingFile(image)).singleElement().satisfies(found -> {
            assertThat(found.number()).isEqualTo(device.number());
            assertThat(found.deleted()).isTrue();
            assertThat(found.backingFile()).isEqualTo(image.toString());
        });

        scratch.image("disk", MIB);
        assertThat(loops.findByBackingFile(image)).isEmpty();
    }

    @Test
    void grownFileGrowsTheDevice() throws Exception {
        LoopDevice device = loops.attach(scratch.image("disk", MIB), false);

        scratch.image("disk", 3 * MIB);
        assertThat(BlockDevice.size(device.node())).isEqualTo(MIB);
        loops.grow(device);

        assertThat(BlockDevice.size(device.node())).isEqualTo(3 * MIB);
    }

    @Test
    void detachedDeviceIsGoneAndDetachingAgainIsFine() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice device = loops.attach(image, false);

        loops.detach(device);
        await().untilAsserted(() -> assertThat(loops.findByBackingFile(image)).isEmpty());
        loops.detach(device);
    }

    @Test
    void deviceInUseStaysUntilItsLastUserIsGone() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice device = loops.attach(image, false);
        try (Descriptor user = Descriptor.openForReading(device.node())) {
            loops.detach(device);

            assertThat(loops.findByBackingFile(image)).hasSize(1);
            assertThat(BlockDevice.size(user)).isEqualTo(MIB);
        }

        await().untilAsserted(() -> assertThat(loops.findByBackingFile(image)).isEmpty());
    }

    @Test
    void manyAttachersAtOnceGetDevicesOfTheirOwn() throws Exception {
        List<Callable<LoopDevice>> attachers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Path image = scratch.image("disk" + i, MIB);
            attachers.add(() -> loops.attach(image, false));
        }
        List<Integer> numbers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<LoopDevice> device : threads.invokeAll(attachers)) {
                numbers.add(device.get().number());
            }
        }

        assertThat(numbers).doesNotHaveDuplicates().hasSize(16);
    }

    @Test
    void devicesThatOthersDetachMeanwhileDisturbNobody() throws Exception {
        Path image = scratch.image("disk", MIB);
        Path missing = scratch.path().resolve("missing");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> other = threads.submit(() -> {
                for (int i = 0; i < 300; i++) {
                    loops.detach(loops.attach(image, false));
                }
                return null;
            });
            while (!other.isDone()) {
                assertThat(loops.findByBackingFile(missing)).isEmpty();
            }
            other.get();
        }
    }

    @Test
    void lockOutlivesTheOpenerForAsLongAsTheDeviceIsAttached() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice device;
        try (Descriptor backing = Descriptor.openForWriting(image)) {
            OpenFileLock.lockExclusively(backing);
            device = loops.attach(backing, false);
        }

        try (Descriptor second = Descriptor.openForWriting(image)) {
            assertFails(Errno.EAGAIN, () -> OpenFileLock.lockExclusively(second));
            loops.detach(device);
            await().ignoreExceptions().untilAsserted(() -> OpenFileLock.lockExclusively(second));
            OpenFileLock.unlock(second);
        }
    }

    @Test
    void readersShareTheLockAndKeepWritersOut() throws Exception {
        Path image = scratch.image("disk", MIB);
        try (Descriptor reader = Descriptor.openForReading(image);
                Descriptor other = Descriptor.openForReading(image);
                Descriptor writer = Descriptor.openForWriting(image)) {
            OpenFileLock.lockShared(reader);
            OpenFileLock.lockShared(other);
            assertFails(Errno.EAGAIN, () -> OpenFileLock.lockExclusively(writer));

            OpenFileLock.unlock(reader);
            OpenFileLock.unlock(other);
            OpenFileLock.lockExclusively(writer);
            assertFails(Errno.EAGAIN, () -> OpenFileLock.lockShared(reader));
        }
    }

    @Test
    void directoryOrLinkIsNotAttached() throws Exception {
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), scratch.image("disk", MIB));

        assertFails(Errno.ELOOP, () -> loops.attach(link, false));
        assertFails(Errno.EISDIR, () -> loops.attach(scratch.path(), false));
    }

    @Test
    void missingNodeIsMadeAndWrongOneRefused() throws Exception {
        Path node = scratch.path().resolve("loop300");

        LoopDeviceNode.ensure(node, 300);

        Stat made = Stat.of(node);
        assertThat(made.isBlockDevice()).isTrue();
        assertThat(made.nodeMajor()).isEqualTo(7);
        assertThat(made.nodeMinor()).isEqualTo(300);
        assertFails(Errno.ENOTBLK, () -> LoopDeviceNode.ensure(node, 301));
        assertFails(Errno.ENOTBLK, () -> LoopDeviceNode.ensure(scratch.file("plain", ""), 1));
    }

    @Test
    void writeProtectionLeftOnTheNodeByAnEarlierUserIsTakenOff() throws Exception {
        Path image = scratch.image("disk", MIB);
        LoopDevice earlier = loops.attach(image, false);
        try (Descriptor node = Descriptor.openForReading(earlier.node())) {
            BlockDevice.setReadOnly(node, true);
        }
        try {
            loops.detach(earlier);
            await().untilAsserted(
                            () -> assertThat(loops.findByBackingFile(image)).isEmpty());

            LoopDevice device = loops.attach(image, false);

            assumeTrue(device.number() == earlier.number(), "another process took the device in between");
            Files.write(device.node(), new byte[512], StandardOpenOption.WRITE);
        } finally {
            try (Descriptor node = Descriptor.openForReading(earlier.node())) {
                BlockDevice.setReadOnly(node, false);
            }
        }
    }

    @Test
    void blockSizeStaysWhenTheFileComesToShareBlocks() throws Exception {
        Path xfs = scratch.mounted("xfs", "xfs", 320 * MIB, "-m", "reflink=1");
        Path image = Files.write(xfs.resolve("disk"), new byte[(int) MIB]);
        Reflink.cloneFile(image, xfs.resolve("copy"));

        for (int size : new int[] {512, 4096}) {
            LoopDevice device;
            try (Descriptor backing = Descriptor.openForWriting(image)) {
                device = loops.attach(backing, false, size);
            }
            assertThat(Path.of("/sys/block/loop" + device.number() + "/queue/logical_block_size"))
                    .hasContent(String.valueOf(size));
            loops.detach(device);
            await().untilAsserted(
                            () -> assertThat(loops.findByBackingFile(image)).isEmpty());
        }
    }

    @Test
    void directIoIsUsedWhereTheFileSystemBelowOffersIt() throws Exception {
        LoopDevice device = loops.attach(scratch.image("disk", MIB), false);
        String below = Files.getFileStore(scratch.path()).type();
        assumeTrue(below.equals("ext4") || below.equals("xfs"), "no direct I/O expected on " + below);

        assertThat(device.directIo()).isTrue();
    }
}
