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

/// What one life of a node leaves, and what the next makes of it.
final class VolumeManagerRestartTest {

    private static final List<String> UP = List.of("stage", "staged", "publish", "published");
    private static final List<String> DOWN = List.of("unpublish", "unpublished", "unstage", "unstaged");

    /// Whoever works stops there for good, and leaves everything as it is at that moment.
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
            LocalDriverFixture stand, NodeContextFixture nodeContextFixture, VolumeJournal.CrashPoint crashPoint) {
        return new VolumeManager(
                nodeContextFixture.nodeContext(),
                stand.driver(),
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

    private static void awaitNothingLeft(LocalDriverFixture stand, String moment) {
        await(moment).atMost(SOON).untilAsserted(() -> {
            assertThat(stand.mounted()).as(moment).isEmpty();
            assertThat(stand.folders(stand.paths().pods())).as(moment).isEmpty();
            assertThat(stand.folders(stand.paths().csi().resolve(DRIVER)))
                    .as(moment)
                    .isEmpty();
            assertThat(stand.folders(stand.paths().journal().resolve("volumes")))
                    .as(moment)
                    .isEmpty();
        });
    }

    @Test
    void aNodeThatDiesAtAnyMomentLosesNoMountAndLeavesNone() throws Exception {
        try (LocalDriverFixture stand = new LocalDriverFixture()) {
            stand.cluster().csiDriver(false, "");
            int number = 0;
            for (String when : List.of("before ", "after ")) {
                for (String step : UP) {
                    for (boolean stays : List.of(true, false)) {
                        String name = "c" + number++;
                        stand.cluster().claim(stand.driver().client(), name, false, "ReadWriteOnce");
                        NodePod pod = stand.cluster().pod(name, name, false);
                        dieWhileItComes(stand, pod, when + step);
                        liveOn(stand, pod, stays, when + step);
                    }
                }
                for (String step : DOWN) {
                    String name = "c" + number++;
                    stand.cluster().claim(stand.driver().client(), name, false, "ReadWriteOnce");
                    NodePod pod = stand.cluster().pod(name, name, false);
                    dieWhileItGoes(stand, pod, when + step);
                    liveOn(stand, pod, false, when + step);
                }
            }
        }
    }

    private static void dieWhileItComes(LocalDriverFixture stand, NodePod pod, String moment)
            throws InterruptedException {
        Death death = new Death(moment);
        try (NodeContextFixture nodeContextFixture = stand.nodeContextFixture()) {
            VolumeManager manager = manager(stand, nodeContextFixture, death);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            await(moment).atMost(SOON).untilTrue(death.came());
        }
    }

    private static void dieWhileItGoes(LocalDriverFixture stand, NodePod pod, String moment)
            throws InterruptedException {
        Death death = new Death(moment);
        try (NodeContextFixture nodeContextFixture = stand.nodeContextFixture()) {
            VolumeManager manager = manager(stand, nodeContextFixture, death);
            nodeContextFixture.start();
            manager.start();
            manager.mount(pod);
            manager.markPodsComplete();
            awaitReady(manager, pod);
            manager.release(pod.uid());
            await(moment).atMost(SOON).untilTrue(death.came());
            if (moment.contains("unstage")) {
                // Another takes the pod's folders away meanwhile, and nobody of the dead works on into the next life.
                await(moment)
                        .atMost(SOON)
                        .until(() -> manager.status(pod.uid()).equals(new PodVolumeStatus.Unmounted()));
            }
        }
    }

    private static void liveOn(LocalDriverFixture stand, NodePod pod, boolean stays, String moment)
            throws IOException, InterruptedException {
        try (NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                VolumeManager manager = manager(stand, nodeContextFixture, _ -> {})) {
            List<Path> before = stand.mounted();
            nodeContextFixture.start();
            manager.start();
            if (stays) {
                manager.mount(pod);
                awaitReady(manager, pod);
                assertThat(stand.mounted()).as(moment).containsAll(before);
                Path mount =
                        stand.paths().csiMount(pod.uid(), "pv-" + pod.meta().name());
                Files.writeString(mount.resolve("hello"), moment);
                assertThat(stand.mounted()).as(moment).contains(mount).doesNotHaveDuplicates();
                manager.markPodsComplete();
                assertThat(Files.readString(mount.resolve("hello"))).isEqualTo(moment);
                manager.release(pod.uid());
            } else {
                assertThat(stand.mounted()).as(moment).isEqualTo(before);
                manager.markPodsComplete();
            }
            awaitNothingLeft(stand, moment);
        }
    }

    @Test
    void whatIsMountedStaysMountedAcrossLivesAlsoWithoutAJournal() throws Exception {
        try (LocalDriverFixture stand = new LocalDriverFixture()) {
            stand.cluster().csiDriver(false, "");
            stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOnce");
            stand.cluster().claim(stand.driver().client(), "raw", true, "ReadWriteOnce");
            NodePod web = stand.cluster().pod("web", "data", false);
            NodePod db = stand.cluster().pod("db", "raw", true);
            Set<Integer> mounts = Set.of();
            for (String life : List.of("first", "with a journal", "as after a kubelet")) {
                if (life.equals("as after a kubelet")) {
                    Directories.removeTree(stand.paths().root(), "stowage");
                }
                try (NodeContextFixture shared = stand.nodeContextFixture();
                        VolumeManager manager = manager(stand, shared, _ -> {})) {
                    shared.start();
                    manager.start();
                    manager.mount(web);
                    manager.mount(db);
                    manager.markPodsComplete();
                    awaitReady(manager, web);
                    awaitReady(manager, db);
                    Set<Integer> now = ids(stand);
                    assertThat(mounts.isEmpty() || mounts.equals(now)).as(life).isTrue();
                    mounts = now;
                }
            }
            try (NodeContextFixture shared = stand.nodeContextFixture();
                    VolumeManager manager = manager(stand, shared, _ -> {})) {
                shared.start();
                manager.start();
                manager.markPodsComplete();
                awaitNothingLeft(stand, "nobody wants it any more");
                assertThat(stand.folders(stand.paths().blockDevices().resolve("staging")))
                        .isEmpty();
            }
        }
    }

    /// The kernel may leave a line out while others mount: what it says twice is true.
    private static Set<Integer> ids(LocalDriverFixture stand) {
        AtomicReference<Set<Integer>> before = new AtomicReference<>(Set.of());
        await().atMost(SOON).until(() -> {
            Set<Integer> now = Mounts.system().table().stream()
                    .filter(mount -> mount.target().startsWith(stand.paths().root()))
                    .map(MountPoint::id)
                    .collect(Collectors.toSet());
            return now.equals(before.getAndSet(now));
        });
        return before.get();
    }

    @Test
    void aStagedVolumeThatNoPodHasIsFoundAndFoldersOfPodsGoOnlyWhenTheyAreEmpty() throws Exception {
        try (LocalDriverFixture stand = new LocalDriverFixture()) {
            stand.cluster().csiDriver(false, "");
            String handle = stand.cluster().claim(stand.driver().client(), "data", false, "ReadWriteOnce");
            NodePod pod = stand.cluster().pod("web", "data", false);
            dieWhileItGoes(stand, pod, "before unstage");
            Directories.removeTree(stand.paths().root(), "stowage");
            assertThat(stand.mounted()).containsExactly(stand.paths().csiStaging(DRIVER, handle));
            Path empty = stand.paths().volume("ghost-1", "kubernetes.io~csi", "pv-9");
            Path full = stand.paths().volume("ghost-2", "kubernetes.io~csi", "pv-9");
            Files.createDirectories(empty);
            Files.createDirectories(full);
            Files.writeString(full.resolve("precious"), "data");
            try (NodeContextFixture nodeContextFixture = stand.nodeContextFixture();
                    VolumeManager manager = manager(stand, nodeContextFixture, _ -> {})) {
                nodeContextFixture.start();
                manager.start();
                manager.markPodsComplete();
                await().atMost(SOON)
                        .until(() -> stand.mounted().isEmpty()
                                && stand.folders(stand.paths().pods())
                                        .equals(List.of(stand.paths().pod("ghost-2"))));
                assertThat(full.resolve("precious")).hasContent("data");
                assertThat(manager.status("ghost-1")).isEqualTo(new PodVolumeStatus.Unmounted());
                assertThat(manager.status("ghost-2")).isNotEqualTo(new PodVolumeStatus.Unmounted());
            }
        }
    }
}
