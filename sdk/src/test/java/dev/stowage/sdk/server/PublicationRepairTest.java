package dev.stowage.sdk.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.PublicationRepair;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Publications whose mounts die under a running driver.
final class PublicationRepairTest extends DriverFixture {
    private final Mounts mounts = Mounts.system();
    private final DaemonDriver driver = new DaemonDriver(Duration.ZERO);

    @TempDir
    private Path targets;

    /// Volumes whose name begins with `served` are FUSE mounts, others are not. A repaired one is a file system in
    /// memory.
    private final class DaemonDriver implements Publishing, PublicationRepair {
        final Map<Path, DyingMount> served = new ConcurrentHashMap<>();
        final List<VolumeId> repaired = new CopyOnWriteArrayList<>();
        final Set<VolumeId> broken = ConcurrentHashMap.newKeySet();
        final SynchronousQueue<String> events = new SynchronousQueue<>();
        final Duration interval;

        DaemonDriver(Duration interval) {
            this.interval = interval;
        }

        @Override
        public void publish(Publication wanted) throws IOException {
            Files.createDirectories(wanted.target());
            if (wanted.volume().value().startsWith("served")) {
                served.put(wanted.target(), DyingMount.at(wanted.target(), mounts));
            } else {
                mounts.mount("memory", wanted.target(), "tmpfs", Set.of(), "");
            }
        }

        void kill(Path target) {
            requireNonNull(served.get(target)).die();
        }

        @Override
        public void unpublish(VolumeId volume, Path target) throws IOException {
            mounts.release(target);
        }

        @Override
        public void repair(VolumeId volume, Path target) throws CsiException, IOException {
            if (broken.remove(volume)) {
                throw CsiException.aborted("not yet");
            }
            mounts.unmountLazily(target);
            mounts.mount("memory", target, "tmpfs", Set.of(), "");
            repaired.add(volume);
        }

        @Override
        public void watch(Runnable check) throws InterruptedException {
            while (true) {
                String ignored = events.take();
                check.run();
            }
        }

        @Override
        public Duration interval() {
            return interval;
        }
    }

    @BeforeEach
    void requireFuse() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel has no FUSE");
        Path probe = Files.createDirectory(targets.resolve("probe"));
        try {
            DyingMount.at(probe, mounts).die();
        } catch (LinuxException e) {
            assumeTrue(e.errno() != Errno.EPERM && e.errno() != Errno.EACCES, "needs root: this process may not mount");
            throw e;
        }
        mounts.release(probe);
    }

    @AfterEach
    void unmount() throws IOException {
        for (var mount : mounts.table()) {
            if (mount.target().startsWith(targets)) {
                mounts.unmountLazily(mount.target());
            }
        }
    }

    private NodeBlockingStub node(DaemonDriver part) throws IOException {
        return NodeGrpc.newBlockingStub(start(recorded(part).node("node")).channel());
    }

    private Path publish(NodeBlockingStub node, String volume) {
        Path target = targets.resolve(volume);
        var request = NodePublishVolumeRequest.newBuilder().setVolumeId(volume).setTargetPath(target.toString());
        request.getVolumeCapabilityBuilder().getMountBuilder();
        request.getVolumeCapabilityBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        var _ = node.nodePublishVolume(request.build());
        return target;
    }

    @Test
    void anEventLeadsToTheRepairOfTheDeadMountsOnly() throws Exception {
        NodeBlockingStub node = node(driver);
        Path dying = publish(node, "served-1");
        Path healthy = publish(node, "memory-1");
        driver.kill(dying);

        driver.events.put("the daemon died");

        await().until(() -> mounts.at(dying).orElseThrow().fsType().equals("tmpfs"));
        driver.events.put("again");
        assertThat(driver.repaired).containsExactly(new VolumeId("served-1"));
        assertThat(mounts.stackedAt(healthy)).hasSize(1);
    }

    @Test
    void aRepairThatFailsIsTriedAgain() throws Exception {
        Path dying = publish(node(driver), "served-1");
        driver.broken.add(new VolumeId("served-1"));
        driver.kill(dying);

        driver.events.put("the daemon died");

        await().untilAsserted(() -> assertThat(driver.repaired).containsExactly(new VolumeId("served-1")));
    }

    @Test
    void withoutEventsAMountIsRepairedAtTheInterval() throws Exception {
        DaemonDriver slow = new DaemonDriver(Duration.ofMillis(200));
        Path dying = publish(node(slow), "served-1");
        slow.kill(dying);

        await().untilAsserted(() -> assertThat(slow.repaired).containsExactly(new VolumeId("served-1")));
    }

    @Test
    void whatIsNotPublishedAnyMoreIsNotRepaired() throws Exception {
        NodeBlockingStub node = node(driver);
        Path gone = publish(node, "served-1");
        Path dying = publish(node, "served-2");
        driver.kill(gone);
        driver.kill(dying);
        var _ = node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId("served-1")
                .setTargetPath(gone.toString())
                .build());

        driver.events.put("the daemon died");

        await().untilAsserted(() -> assertThat(driver.repaired).containsExactly(new VolumeId("served-2")));
        assertThat(mounts.at(gone)).isEmpty();
    }
}
