package dev.stowage.node.volumemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.builtinvolume.BuiltInVolumePlugins;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import dev.stowage.node.volumemanager.testing.InMemoryNodeStatus;
import dev.stowage.node.volumemanager.testing.NoDrivers;
import dev.stowage.node.volumemanager.testing.NodeContextFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Claims that are bound to hostPath and local volumes, on a node without a driver.
final class ClaimsWithoutDriverTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path api = Path.of("");

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private final InMemoryNodeStatus node = new InMemoryNodeStatus();
    private ApiServerFixture server;
    private NodeContextFixture context;
    private VolumeManager manager;

    @BeforeEach
    void start() throws Exception {
        MountFixture.assumeRoot();
        server = new ApiServerFixture(api);
        server.create(Kinds.NODES, "", "{\"metadata\": {\"name\": \"n1\", \"labels\": {\"zone\": \"a\"}}}");
        context = new NodeContextFixture(server.api(), folder.kubelet());
        manager = new VolumeManager(
                context.nodeContext(), new NoDrivers(), node, new BuiltInVolumePlugins(context.nodeContext()));
        context.start();
        manager.start();
        manager.markPodsComplete();
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            manager.close();
            context.close();
            server.close();
        }
    }

    @Test
    void aHostPathIsUsedWhereItIsAndOnlyReadIfThePodSaysSo() throws Exception {
        Path data = folder.path().resolve("data");
        claim("data", "\"hostPath\": {\"path\": \"%s\", \"type\": \"DirectoryOrCreate\"}".formatted(data), "", "RWO");
        NodePod writer = pod("writer", "data", "");
        NodePod reader = pod("reader", "data", ", \"readOnly\": true");

        manager.mount(writer);
        manager.mount(reader);

        awaitStatus(writer, ready(new HostVolume("data", data, false, false)));
        awaitStatus(reader, ready(new HostVolume("data", data, true, false)));
        assertThat(data).isDirectory();
        assertThat(node.volumesReportedInUse()).isEmpty();
        manager.release(writer.uid());
        awaitStatus(writer, new PodVolumeStatus.Unmounted());
        assertThat(data).isDirectory();
    }

    @Test
    void aHostPathOfAnotherTypeIsReported() throws Exception {
        Path file = folder.file("file", "x");
        claim("data", "\"hostPath\": {\"path\": \"%s\", \"type\": \"Directory\"}".formatted(file), "", "RWO");
        NodePod pod = pod("web", "data", "");

        manager.mount(pod);

        awaitEvent("FailedMount: MountVolume.SetUp failed for volume \"pv-data\" : hostPath type check failed: " + file
                + " is not a directory");
    }

    @Test
    void aLocalVolumeIsMountedAndUnmountedWithItsPod() throws Exception {
        Path disk = folder.directory("disk");
        claim("data", local(disk), affinity("a"), "RWO");
        NodePod pod = pod("web", "data", "");
        Path mount = folder.kubelet().volume(pod.uid(), "kubernetes.io~local-volume", "pv-data");

        manager.mount(pod);

        awaitStatus(pod, ready(new HostVolume("data", mount, false, false)));
        Files.writeString(mount.resolve("f"), "1");
        manager.release(pod.uid());
        awaitStatus(pod, new PodVolumeStatus.Unmounted());
        assertThat(folder.kubelet().pod(pod.uid())).doesNotExist();
        assertThat(disk.resolve("f")).hasContent("1");
    }

    @Test
    void aMissingPathIsReportedUntilItIsThere() throws Exception {
        Path disk = folder.path().resolve("disk");
        claim("data", local(disk), affinity("a"), "RWO");
        NodePod pod = pod("web", "data", "");

        manager.mount(pod);

        awaitEvent("FailedMount: MountVolume.NewMounter initialization failed for volume \"pv-data\" : path \"" + disk
                + "\" does not exist");
        Files.createDirectory(disk);
        await().atMost(SOON).until(() -> manager.status(pod.uid()) instanceof PodVolumeStatus.Ready);
    }

    @Test
    void aVolumeOfAnotherNodeIsNotMounted() throws Exception {
        claim("data", local(folder.directory("disk")), affinity("b"), "RWO");
        NodePod pod = pod("web", "data", "");

        manager.mount(pod);

        awaitEvent("FailedMount: MountVolume.NodeAffinity check failed for volume \"pv-data\" :"
                + " no matching NodeSelectorTerms");
    }

    @Test
    void aVolumeForOnePodWaitsForTheOther() throws Exception {
        claim("data", local(folder.directory("disk")), affinity("a"), "RWOP");
        NodePod first = pod("first", "data", "");
        NodePod second = pod("second", "data", "");

        manager.mount(first);
        await().atMost(SOON).until(() -> manager.status(first.uid()) instanceof PodVolumeStatus.Ready);
        manager.mount(second);

        awaitEvent("FailedMount: MountVolume.SetUp failed for volume \"pv-data\" : volume uses the ReadWriteOncePod"
                + " access mode and is already in use by another pod");
        manager.release(first.uid());
        await().atMost(SOON).until(() -> manager.status(second.uid()) instanceof PodVolumeStatus.Ready);
    }

    /// The next run of the node finds the mount in the directories of the pod.
    @Test
    void whatAnEarlierRunMountedIsUnmountedWithThePod() throws Exception {
        Path disk = folder.directory("disk");
        Path left = folder.kubelet().volume("gone", "kubernetes.io~local-volume", "pv-data");
        Files.createDirectories(left);
        Mounts.system().bind(disk, left, false);
        try (NodeContextFixture other = new NodeContextFixture(server.api(), folder.kubelet());
                VolumeManager next = new VolumeManager(
                        other.nodeContext(), new NoDrivers(), node, new BuiltInVolumePlugins(other.nodeContext()))) {
            other.start();
            next.start();
            next.markPodsComplete();
            await().atMost(SOON).until(() -> Files.notExists(folder.kubelet().pod("gone")));
        }
        assertThat(disk).isDirectory();
    }

    private static String local(Path path) {
        return "\"local\": {\"path\": \"%s\"}".formatted(path);
    }

    private static String affinity(String zone) {
        return """
                , "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                   {"key": "zone", "operator": "In", "values": ["%s"]}]}]}}""".formatted(zone);
    }

    private void claim(String name, String source, String more, String mode) throws IOException, InterruptedException {
        String accessMode = mode.equals("RWOP") ? "ReadWriteOncePod" : "ReadWriteOnce";
        PersistentVolumeClaim claim = server.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"volumeName": "pv-%s", "accessModes": ["%s"],
                 "storageClassName": "", "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name, name, accessMode));
        server.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "pv-%s"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["%s"],
                 "persistentVolumeReclaimPolicy": "Retain", %s%s,
                 "claimRef": {"namespace": "default", "name": "%s", "uid": "%s"}}}""".formatted(
                        name, accessMode, source, more, name, claim.meta().uid()));
        server.changeStatus(Kinds.CLAIMS, "default", name, """
                {"status": {"phase": "Bound", "accessModes": ["%s"], "capacity": {"storage": "1Gi"}}}""".formatted(accessMode));
    }

    private NodePod pod(String name, String claim, String more) throws IOException, InterruptedException {
        return server.create(NodePod.KIND, "default", """
                {"metadata": {"name": "%s"}, "spec": {"nodeName": "n1", "automountServiceAccountToken": false,
                 "containers": [{"name": "main", "image": "none",
                                 "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                 "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"%s}}]}}""".formatted(name, claim, more));
    }

    private static PodVolumeStatus ready(HostVolume volume) {
        return new PodVolumeStatus.Ready(Map.of(volume.name(), volume));
    }

    private void awaitStatus(NodePod pod, PodVolumeStatus status) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(manager.status(pod.uid())).isEqualTo(status));
    }

    private void awaitEvent(String text) {
        await().atMost(SOON).untilAsserted(() -> assertThat(events()).contains(text));
    }

    private List<String> events() throws IOException, InterruptedException {
        return server.api()
                .read(Kinds.EVENTS.path("default"))
                .path("items")
                .valueStream()
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }
}
