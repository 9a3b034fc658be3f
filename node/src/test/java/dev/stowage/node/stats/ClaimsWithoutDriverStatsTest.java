package dev.stowage.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import dev.stowage.node.volumemanager.testing.NoDrivers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ClaimsWithoutDriverStatsTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    /// As in the kubelet, which has no figures of host paths.
    @Test
    void aLocalVolumeHasTheFiguresOfItsFileSystemAndAHostPathHasNone() throws Exception {
        Path mount = folder.directory("mount");
        try (ApiServerFixture server = new ApiServerFixture(folder.path())) {
            claim(server, "local");
            claim(server, "hostPath");
            NodePod pod = server.pod("web", """
                    [{"name": "a", "persistentVolumeClaim": {"claimName": "claim-local"}},
                     {"name": "b", "persistentVolumeClaim": {"claimName": "claim-hostpath"}}]""");
            VolumeStatsTargets targets = new VolumeStatsTargets(server.shared(folder.kubelet()), new Mounted(mount));
            server.informers().start();
            server.informers().of(Kinds.CLAIMS).awaitSynced();
            server.informers().of(Kinds.VOLUMES).awaitSynced();

            List<VolumeStatsTarget> found = targets.of(pod);

            assertThat(found).extracting(VolumeStatsTarget::claim).containsExactly("claim-local");
            VolumeStats stats = new VolumeStatsReader(new NoDrivers())
                    .read(found.getFirst(), Instant.now())
                    .orElseThrow()
                    .stats();
            assertThat(stats.capacityBytes()).isEqualTo(FileSystems.stats(mount).totalBytes());
        }
    }

    private static void claim(ApiServerFixture server, String type) throws IOException, InterruptedException {
        String name = type.toLowerCase(java.util.Locale.ROOT);
        server.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "pv-%s"},
                 "spec": {"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"], "%s": {"path": "/srv"},
                          "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                            {"key": "zone", "operator": "Exists"}]}]}}}}""".formatted(name, type));
        server.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "claim-%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "volumeName": "pv-%s",
                          "resources": {"requests": {"storage": "2Gi"}}}}""".formatted(name, name));
    }

    /// Both volumes are mounted.
    private record Mounted(Path path) implements PodVolumes {
        @Override
        public void mount(NodePod pod) {}

        @Override
        public void release(String podUid) {}

        @Override
        public void markPodsComplete() {}

        @Override
        public PodVolumeStatus status(String podUid) {
            return new PodVolumeStatus.Ready(
                    Map.of("a", new HostVolume("a", path, false, false), "b", new HostVolume("b", path, false, false)));
        }

        @Override
        public void listen(Consumer<String> listener) {}
    }
}
