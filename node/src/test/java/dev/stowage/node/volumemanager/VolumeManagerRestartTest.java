package dev.stowage.node.volumemanager;

import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.DRIVER;
import static dev.stowage.node.volumemanager.testing.LocalDriverFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.journal.VolumeJournal;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.LocalDriverFixture;
import dev.stowage.node.volumemanager.testing.NoBuiltInVolumes;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What one run of a node leaves, and how the next run handles it.
final class VolumeManagerRestartTest {

    private static final List<String> UP = List.of("stage", "staged", "publish", "published");
    private static final List<String> DOWN = List.of("unpublish", "unpublished", "unstage", "unstaged");

    /// Blocks the worker there forever, which leaves everything as it is at that moment.
    private record Death(String moment, AtomicBoolean came) implements VolumeJournal.CrashPoint {
        Death(String moment) {
            this(moment, new AtomicBoolean());
        }

        @Override
        public void at(String now) {
            if (now.equals(moment)) {
                came.set(true);
                new Semaphore(0).acquireUninterruptibly();
            }
        }
    }

    private static VolumeManager manager(
            LocalDriverFixture fixture, NodeContextFixture nodeContextFixture, VolumeJournal.CrashPoint crashPoint) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(),
                fixture.driver(),
                new InMemoryNodeStatus(),
                new NoBuiltInVolumes(),
                Mounts.system(),
                SOON,
                crashPoint);
    }

    private static void awaitReady(VolumeManager manager, NodePod pod) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isInstanceOf(PodVolumeStatus.Ready.class));
    }

    private static void awaitNothingLeft(LocalDriverFixture fixture, String moment) {
        await(moment).atMost(SOON).untilAsserted(() -> {
            assertThat(fixture.mounted()).as(moment).isEmpty();
            assertThat(fixture.folders(fixture.paths().pods())).as(moment).isEmpty();
            assertThat(fixture.folders(fixture.paths().csi().resolve(DRIVER)))
                    .as(moment)
                    .isEmpty();
            assertThat(fixture.folders(fixture.paths().journal().resolve("volumes")))
                    .as(moment)
                    .isEmpty();
        });
    }

    @Test
    void aNodeThatDiesAtAnyMomentLosesNoMountAndLeavesNone() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture()) {
            fixture.cluster().csiDriver(false, "");
            int number = 0;
            for (String when : List.of("before ", "after ")) {
                for (String step : UP) {
                    for (boolean stays : List.of(true, false)) {
                        String name = "c" + number++;
                        fixture.cluster().claim(fixture.driver().client(), name, false, "ReadWriteOnce");
                        NodePod pod = fixture.cluster().pod(name, name, false);
                        dieWhileItComes(fixture, pod, when + step);
                        liveOn(fixture, pod, stays, when + step);
                    }
                }
                for (String step : DOWN) {
                    String name = "c" + number++;
                    fixture.cluster().claim(fixture.driver().client(), name, false, "ReadWriteOnce");
                    NodePod pod = fixture.cluster().pod(name, name, false);
                    dieWhileItGoes(fixture, pod, when + step);
                    liveOn(fixture, pod, false, when + step);
                }
            }
        }
    }

    private static void dieWhileItComes(LocalDriverFixture fixture, NodePod pod, String moment)
            throws InterruptedException {
        Death death = new Death(moment);
        try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture()) {
            VolumeManager manager = manager(fixture, nodeContextFixture, death);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await(moment).atMost(SOON).untilTrue(death.came());
        }
    }

    private static void dieWhileItGoes(LocalDriverFixture fixture, NodePod pod, String moment)
            throws InterruptedException {
        Death death = new Death(moment);
        try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture()) {
            VolumeManager manager = manager(fixture, nodeContextFixture, death);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            manager.release(pod.uid());
            await(moment).atMost(SOON).untilTrue(death.came());
            if (moment.contains("unstage")) {
                // The cleanup deletes the pod's directories in the meantime, and no thread of the stopped run
                // continues into the next.
                await(moment)
                        .atMost(SOON)
                        .until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            }
        }
    }

    private static void liveOn(LocalDriverFixture fixture, NodePod pod, boolean stays, String moment)
            throws IOException, InterruptedException {
        try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                VolumeManager manager = manager(fixture, nodeContextFixture, _ -> {})) {
            List<Path> before = fixture.mounted();
            nodeContextFixture.start();
            manager.start();
            if (stays) {
                manager.mount(pod);
                awaitReady(manager, pod);
                assertThat(fixture.mounted()).as(moment).containsAll(before);
                Path mount =
                        fixture.paths().csiMount(pod.uid(), "pv-" + pod.meta().name());
                Files.writeString(mount.resolve("hello"), moment);
                assertThat(fixture.mounted()).as(moment).contains(mount).doesNotHaveDuplicates();
                manager.markPodsComplete();
                assertThat(Files.readString(mount.resolve("hello"))).isEqualTo(moment);
                manager.release(pod.uid());
            } else {
                assertThat(fixture.mounted()).as(moment).isEqualTo(before);
                manager.markPodsComplete();
            }
            awaitNothingLeft(fixture, moment);
        }
    }

    @Test
    void whatIsMountedStaysMountedAcrossLivesAlsoWithoutAJournal() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture()) {
            fixture.cluster().csiDriver(false, "");
            fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOnce");
            fixture.cluster().claim(fixture.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod web = fixture.cluster().pod("web", "data", false);
            NodePod db = fixture.cluster().pod("db", "raw", true);
            Set<Integer> mounts = Set.of();
            for (String life : List.of("first", "with a journal", "as after a kubelet")) {
                if (life.equals("as after a kubelet")) {
                    Directories.removeTree(fixture.paths().root(), "stowage");
                }
                try (NodeContextFixture shared = fixture.nodeContextFixture();
                        VolumeManager manager = manager(fixture, shared, _ -> {})) {
                    shared.start();
                    manager.start();
                    manager.mount(web);
                    manager.mount(db);
                    manager.markPodsComplete();
                    awaitReady(manager, web);
                    awaitReady(manager, db);
                    Set<Integer> now = ids(fixture);
                    assertThat(mounts.isEmpty() || mounts.equals(now)).as(life).isTrue();
                    mounts = now;
                }
            }
            try (NodeContextFixture shared = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, shared, _ -> {})) {
                shared.start();
                manager.start();
                manager.markPodsComplete();
                awaitNothingLeft(fixture, "nobody wants it any more");
                assertThat(fixture.folders(fixture.paths().blockDevices().resolve("staging")))
                        .isEmpty();
            }
        }
    }

    /// The kernel may omit a line during concurrent mounts, so the table must be the same twice.
    private static Set<Integer> ids(LocalDriverFixture fixture) {
        AtomicReference<Set<Integer>> before = new AtomicReference<>(Set.of());
        await().atMost(SOON).until(() -> {
            Set<Integer> now = Mounts.system().table().stream()
                    .filter(mount -> mount.target().startsWith(fixture.paths().root()))
                    .map(MountPoint::id)
                    .collect(Collectors.toSet());
            return now.equals(before.getAndSet(now));
        });
        return before.get();
    }

    @Test
    void aStagedVolumeThatNoPodHasIsFoundAndFoldersOfPodsGoOnlyWhenTheyAreEmpty() throws Exception {
        try (LocalDriverFixture fixture = new LocalDriverFixture()) {
            fixture.cluster().csiDriver(false, "");
            String handle = fixture.cluster().claim(fixture.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = fixture.cluster().pod("web", "data", false);
            dieWhileItGoes(fixture, pod, "before unstage");
            Directories.removeTree(fixture.paths().root(), "stowage");
            assertThat(fixture.mounted()).containsExactly(fixture.paths().csiStaging(DRIVER, handle));
            Path empty = fixture.paths().volume("ghost-1", "kubernetes.io~csi", "pv-9");
            Path full = fixture.paths().volume("ghost-2", "kubernetes.io~csi", "pv-9");
            Files.createDirectories(empty);
            Files.createDirectories(full);
            Files.writeString(full.resolve("precious"), "data");
            try (NodeContextFixture nodeContextFixture = fixture.nodeContextFixture();
                    VolumeManager manager = manager(fixture, nodeContextFixture, _ -> {})) {
                nodeContextFixture.start();
                manager.start();
                manager.markPodsComplete();
                await().atMost(SOON)
                        .until(() -> fixture.mounted().isEmpty()
                                && fixture.folders(fixture.paths().pods())
                                        .equals(List.of(fixture.paths().pod("ghost-2"))));
                assertThat(full.resolve("precious")).hasContent("data");
                assertThat(manager.status("ghost-1")).isEqualTo(new PodVolumeStatus.Unmounted());
                assertThat(manager.status("ghost-2")).isNotEqualTo(new PodVolumeStatus.Unmounted());
            }
        }
    }
}
