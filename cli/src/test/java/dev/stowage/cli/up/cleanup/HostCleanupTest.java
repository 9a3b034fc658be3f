package dev.stowage.cli.up.cleanup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostCleanupTest {

    @TempDir
    private Path folder;

    @AfterEach
    void takeAway() throws Exception {
        HostCleanup.of(folder.toRealPath());
        for (List<Path> left = mountsBelow(folder.toRealPath());
                !left.isEmpty();
                left = mountsBelow(folder.toRealPath())) {
            Mounts.system().unmountLazily(left.getLast());
        }
    }

    private static Process container(Path data) throws Exception {
        Process process = new ProcessBuilder("sleep", "1000").start();
        Path notes = Files.createDirectories(data.resolve("nodes/node-1/stowage/process/pods/uid-1/c1"));
        Files.writeString(
                notes.resolve("container.json"),
                "{\"pod\":\"uid-1\",\"first\":{\"pid\":%d,\"start\":%d},\"supervisor\":{\"pid\":0,\"start\":0}}"
                        .formatted(
                                process.pid(),
                                ProcessDescriptor.startOf(process.pid()).orElseThrow()));
        return process;
    }

    @Test
    void aProcessThatTheNotesTellOfIsCountedAndEnded() throws Exception {
        Path data = folder.toRealPath();
        Process process = container(data);
        try {
            assertThat(HostResources.of(data).counts()).isEqualTo("1 pod, no mounts and no loop devices");
            assertThat(HostCleanup.of(data).isNone()).isTrue();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void anotherProcessOfTheSameNumberIsLeftAlone() throws Exception {
        Path data = folder.toRealPath();
        Path notes = Files.createDirectories(data.resolve("nodes/node-1/stowage/process/pods/uid-1/c1"));
        Files.writeString(
                notes.resolve("container.json"),
                "{\"pod\":\"u\",\"first\":{\"pid\":%d,\"start\":1}}"
                        .formatted(ProcessHandle.current().pid()));
        assertThat(HostResources.of(data).isNone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"disks", "zones/a"})
    void aDeviceThatSomebodyStillLooksAtIsWaitedFor(String pool) throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "loop devices need root");
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "there are no loop devices");
        Path data = folder.toRealPath();
        Path image = Files.write(Files.createDirectories(data.resolve(pool)).resolve("image"), new byte[1 << 20]);
        LoopDevice device = LoopDevices.system().attach(image, false);
        Path detaching = Path.of("/sys/block", device.node().getFileName().toString(), "loop/autoclear");
        Descriptor looks = Descriptor.openForReading(device.node());
        Thread looker = Thread.ofVirtual().start(() -> {
            try (looks) {
                await().until(() -> Files.readString(detaching).startsWith("1"));
            }
        });
        assertThat(HostCleanup.of(data).isNone()).isTrue();
        looker.join();
    }

    @Test
    void mountsOverDevicesInMountsGoStoreyByStorey() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "there are no loop devices");
        Path data = folder.toRealPath();
        Path node = Files.createDirectories(data.resolve("nodes/node-1"));
        Mounts.system().bind(node, node, false);
        Path volume = Files.createDirectories(data.resolve("drivers/node-1/local/folders/v1"));
        try (RandomAccessFile image =
                new RandomAccessFile(volume.resolve("image").toFile(), "rw")) {
            image.setLength(1 << 20);
        }
        Path published = Files.createDirectories(node.resolve("pods/u1/volumes/kubernetes.io~csi/pv-1/mount"));
        Mounts.system().bind(volume, published, false);
        LoopDevices.system().attach(volume.resolve("image"), false);
        HostResources found = HostResources.of(data);
        assertThat(found.targets()).containsExactly(published, node);
        assertThat(found.devices()).hasSize(1);
        assertThat(found.counts()).isEqualTo("no pods, 2 mounts and 1 loop device");
        assertThat(HostCleanup.of(data).isNone()).isTrue();
        assertThat(volume.resolve("image")).as("no file is touched").exists();
    }

    @Test
    void aFileSystemOfAUserStaysMountedAndTheClustersMountsGo() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
        Path data = Files.createDirectory(folder.toRealPath().resolve("data"));
        tmpfs("tmpfs", data);
        Path mine = Files.createDirectories(data.resolve("nodes/mine"));
        tmpfs("tmpfs", mine);
        Files.writeString(data.resolve("kept"), "1");
        Files.writeString(mine.resolve("kept"), "2");
        Path shared = Files.createDirectory(data.resolve("shared"));
        Mounts.system().bind(shared, shared, false);
        Path pod = data.resolve("nodes/node-1/pods/u1");
        Path memory = Files.createDirectories(pod.resolve("volumes/kubernetes.io~empty-dir/cache"));
        tmpfs("stowage-tmpfs", memory);
        Files.createDirectory(memory.resolve("part"));
        Path part = Files.createDirectories(pod.resolve("volume-subpaths/cache/main/0"));
        Mounts.system().bind(memory.resolve("part"), part, false);

        HostResources left = HostCleanup.of(data);

        assertThat(left.isNone()).isTrue();
        assertThat(left.otherTargets()).containsExactly(mine);
        assertThat(mountsBelow(data)).containsExactly(data, mine);
        assertThat(data.resolve("kept")).hasContent("1");
        assertThat(mine.resolve("kept")).hasContent("2");
    }

    @Test
    void aMountOfTheClusterThatHoldsOneOfAUserStaysAndIsNamed() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
        Path data = folder.toRealPath();
        Path source = Files.createDirectories(data.resolve("drivers/node-1/local/folders/v1"));
        Files.createDirectory(source.resolve("inner"));
        Path volume =
                Files.createDirectories(data.resolve("nodes/node-1/pods/u1/volumes/kubernetes.io~csi/pv-1/mount"));
        Mounts.system().bind(source, volume, false);
        Path inner = volume.resolve("inner");
        tmpfs("tmpfs", inner);
        Files.writeString(inner.resolve("kept"), "1");

        HostResources left = HostCleanup.of(data);

        assertThat(left.targets()).containsExactly(volume);
        assertThat(left.otherTargets()).containsExactly(inner);
        assertThat(inner.resolve("kept")).hasContent("1");
    }

    @Test
    void whatAUserMountedOnTopOfAMountOfTheClusterStays() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "mounting needs root");
        Path data = folder.toRealPath();
        Path shared = Files.createDirectory(data.resolve("shared"));
        Mounts.system().bind(shared, shared, false);
        tmpfs("tmpfs", shared);
        Files.writeString(shared.resolve("kept"), "1");

        assertThat(HostCleanup.of(data).targets()).containsExactly(shared);
        assertThat(shared.resolve("kept")).hasContent("1");
    }

    @Test
    void aLoopDeviceOverAFileThatIsNotTheClustersStays() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "loop devices need root");
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "there are no loop devices");
        Path image = Files.write(folder.toRealPath().resolve("mine.img"), new byte[1 << 20]);
        LoopDevice device = LoopDevices.system().attach(image, false);
        try {
            assertThat(HostCleanup.of(folder).isNone()).isTrue();
            assertThat(LoopDevices.system().findByBackingFile(image)).hasSize(1);
        } finally {
            LoopDevices.system().detach(device);
        }
    }

    private static void tmpfs(String source, Path target) throws IOException {
        Mounts.system().mount(source, target, "tmpfs", Set.of(), "size=1m");
    }

    private static List<Path> mountsBelow(Path folder) throws IOException {
        return Mounts.system().table().stream()
                .map(MountPoint::target)
                .filter(target -> target.startsWith(folder))
                .toList();
    }
}
