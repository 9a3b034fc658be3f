package dev.stowage.cli.up.cleanup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostCleanupTest {

    @TempDir
    private Path folder;

    @AfterEach
    void takeAway() throws Exception {
        HostCleanup.of(folder.toRealPath());
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

    @Test
    void aDeviceThatSomebodyStillLooksAtIsWaitedFor() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "loop devices need root");
        assumeTrue(Files.isWritable(Path.of("/dev/loop-control")), "there are no loop devices");
        Path data = folder.toRealPath();
        Path image = Files.write(data.resolve("image"), new byte[1 << 20]);
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
        Path pool = Files.createDirectories(data.resolve("pool"));
        Mounts.system().bind(pool, pool, false);
        try (RandomAccessFile image = new RandomAccessFile(pool.resolve("image").toFile(), "rw")) {
            image.setLength(1 << 20);
        }
        LoopDevices.system().attach(pool.resolve("image"), false);
        HostResources found = HostResources.of(data);
        assertThat(found.mounts()).containsExactly(pool);
        assertThat(found.devices()).hasSize(1);
        assertThat(found.counts()).isEqualTo("no pods, 1 mount and 1 loop device");
        assertThat(HostCleanup.of(data).isNone()).isTrue();
        assertThat(pool.resolve("image")).as("no file is touched").exists();
    }
}
