package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.cli.explain.FaultyDriverServices.Deed;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FsFreeze;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Faults between a driver and a pod, produced by real drivers and a real kernel.
@ExtendWith(SharedClusterExtension.class)
final class MountCausesTest {
    private static final Duration A_WHILE = Duration.ofMinutes(5);

    @Test
    void aDriverThatHangsIsToldByTheCallsThatItRefuses(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        CountDownLatch answers = new CountDownLatch(1);
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.CREATE, _ -> hangUntil(answers));
            explainScenario.claim("data", faultyDriver.storageClass());
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.CLAIM, "data", "operation-hangs", ResponsibleParty.STORAGE_ADMIN, LinkKind.VOLUME);
            assertThat(answer.first().orElseThrow().verdict())
                    .contains(faultyDriver.name(), "an earlier call is still running");
            answers.countDown();
            explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
            assertThat(explainScenario.explain(ResourceKind.CLAIM, "data").isWrong())
                    .isFalse();
        } finally {
            answers.countDown();
        }
    }

    private static void hangUntil(CountDownLatch answers) {
        // Like a system call that cannot be interrupted.
        boolean interrupted = false;
        while (answers.getCount() > 0) {
            try {
                answers.await();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aDamagedFileSystemIsNotMountedAndRepairIsDangerous(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.pod("first", "data", at("node-1"));
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        explainScenario.delete(ResourceKind.POD, "first");
        String volume = volumeOf(explainScenario, "data");
        SharedCluster.until(
                "the detachment",
                () -> explainScenario.sharedCluster().picture("").all(ResourceKind.ATTACHMENT).stream()
                        .noneMatch(each ->
                                each.text("/spec/source/persistentVolumeName").equals(volume)));
        damage(image(explainScenario, volume));
        explainScenario.pod("second", "data", at("node-1"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "second", "file-system-refused", ResponsibleParty.STORAGE_ADMIN, LinkKind.MOUNT);
        assertThat(answer.first().orElseThrow().verdict()).contains("node-1", "pv/" + volume);
        explainScenario.delete(ResourceKind.POD, "second");
    }

    /// Sets a feature flag in the ext4 superblock that no kernel supports.
    private static void damage(Path image) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(1024 + 0x63);
            int features = file.read();
            file.seek(1024 + 0x63);
            file.write(features | 0x80);
        }
    }

    private static Path image(ExplainScenario explainScenario, String volume) throws IOException, InterruptedException {
        String handle = explainScenario
                .find(ResourceKind.VOLUME, volume)
                .orElseThrow()
                .at("/spec/csi/volumeHandle")
                .asText();
        try (Stream<Path> all =
                Files.walk(explainScenario.sharedCluster().data().resolve("disks"))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains(handle) && sizeOf(file) >= 16 << 20)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static long sizeOf(Path file) {
        return file.toFile().length();
    }

    @Test
    void givingManyFilesToAGroupTakesLongAndThatIsInOrder(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.pod("first", "data", at("node-1"));
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        Path slow = mountOf(explainScenario, "first", "data");
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.PUBLISH, target -> Mounts.system().bind(slow, target, false));
            faultyDriver.claim("many");
            // Changes block until the file system is thawed, which is as slow as one with millions of files.
            FsFreeze.freeze(slow);
            try {
                faultyDriver.pod("second", "many", ", \"securityContext\": {\"fsGroup\": 2000}");
                Explanation answer = explainScenario.untilExplained(
                        ResourceKind.POD, "second", "ownership-change", ResponsibleParty.NOBODY, LinkKind.MOUNT);
                assertThat(answer.isWrong()).isFalse();
                assertThat(answer.first().orElseThrow().verdict()).contains("to 2000", FaultyDriver.NODE);
            } finally {
                FsFreeze.thaw(slow);
            }
            explainScenario.untilPhase(ResourceKind.POD, "second", "Running");
            assertThat(explainScenario.explain(ResourceKind.POD, "second").isWrong())
                    .isFalse();
        }
    }

    @Test
    void aMountWhoseServerHasDiedIsToldByWhatContainersSay(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this machine has no FUSE");
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.PUBLISH, MountCausesTest::dieAt);
            faultyDriver.claim("data");
            explainScenario.create("""
                    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"},
                     "spec": {"nodeName": "%s", "terminationGracePeriodSeconds": 0,
                       "containers": [{"name": "main", "image": "none", "command": ["ls", "/data"],
                         "terminationMessagePolicy": "FallbackToLogsOnError",
                         "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                       "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]}}""".formatted(FaultyDriver.NODE));
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.POD, "web", "mount-dead", ResponsibleParty.USER, LinkKind.MOUNT);
            assertThat(answer.first().orElseThrow().verdict())
                    .contains(FaultyDriver.NODE, "the process that served it has exited");
        }
    }

    /// A FUSE file system whose server exits as soon as it is mounted.
    private static void dieAt(Path target) throws IOException {
        try (Descriptor server = Descriptor.openForWriting(Path.of("/dev/fuse"))) {
            Mounts.system()
                    .mount(
                            "dead",
                            target,
                            "fuse",
                            Set.of(),
                            "fd=" + server.number() + ",rootmode=40000,user_id=0,group_id=0");
        }
    }

    @Test
    void aPodWhoseVolumeIsNotUnmountedDoesNotGo(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario)) {
            faultyDriver.when(Deed.UNPUBLISH, at -> {
                throw new IOException(at + " is busy");
            });
            faultyDriver.claim("data");
            faultyDriver.pod("web", "data", "");
            explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
            explainScenario.deleteWithin(ResourceKind.POD, "web", 1);
            explainScenario.untilExplained(
                    ResourceKind.POD, "web", "pod-ending", ResponsibleParty.NOBODY, LinkKind.POD);
            Explanation answer = explainScenario
                    .later(A_WHILE)
                    .untilExplained(
                            ResourceKind.POD,
                            "web",
                            "pod-not-unmounted",
                            ResponsibleParty.CLUSTER_ADMIN,
                            LinkKind.MOUNT);
            assertThat(answer.first().orElseThrow().verdict()).contains("pod/web", FaultyDriver.NODE);
        }
    }

    @Test
    void aMountThatIsLeftByAPodThatIsGoneIsToldWithItsNode(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.pod("web", "data", at("node-1"));
        explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
        // A process on the node has the directory open.
        try (Descriptor _ = Descriptor.openDirectory(mountOf(explainScenario, "web", "data"))) {
            explainScenario.deleteWithin(ResourceKind.POD, "web", 0);
            explainScenario.untilGone(ResourceKind.POD, "web");
            explainScenario.untilExplained(
                    ResourceKind.CLAIM, "data", "mount-left", ResponsibleParty.NOBODY, LinkKind.MOUNT);
            explainScenario.pod("next", "data", at("node-2"));
            SharedCluster.until(
                    "the left mount", () -> left(explainScenario.later(A_WHILE)).isPresent());
            Finding left = left(explainScenario.later(A_WHILE)).orElseThrow();
            assertThat(left.responsibleParty()).isEqualTo(ResponsibleParty.CLUSTER_ADMIN);
            assertThat(left.verdict()).contains("node-1");
            assertThat(left.remedies())
                    .anyMatch(remedy -> remedy.isDangerous() && remedy.command().contains("umount"));
        }
        explainScenario.untilPhase(ResourceKind.POD, "next", "Running");
        assertThat(explainScenario.explain(ResourceKind.POD, "next").isWrong()).isFalse();
    }

    private static Optional<Finding> left(ExplainScenario explainScenario) throws IOException, InterruptedException {
        return explainScenario.explain(ResourceKind.POD, "next").findings().stream()
                .filter(each -> each.cause().equals("mount-left") && each.rank() == FindingRank.CAUSE)
                .findFirst();
    }

    private static String volumeOf(ExplainScenario explainScenario, String claim)
            throws IOException, InterruptedException {
        return explainScenario
                .find(ResourceKind.CLAIM, claim)
                .orElseThrow()
                .at("/spec/volumeName")
                .asText();
    }

    private static Path mountOf(ExplainScenario explainScenario, String pod, String claim)
            throws IOException, InterruptedException {
        String uid = explainScenario
                .find(ResourceKind.POD, pod)
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
        return explainScenario
                .sharedCluster()
                .node("node-1")
                .resolve("pods/" + uid + "/volumes/kubernetes.io~csi/" + volumeOf(explainScenario, claim) + "/mount");
    }

    private static String at(String node) {
        return ", \"nodeName\": \"" + node + "\"";
    }
}
