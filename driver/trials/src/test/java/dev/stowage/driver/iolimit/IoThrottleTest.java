package dev.stowage.driver.iolimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Writers in the cgroup of a pod, on a kernel that limits them. A limit is a least time for an amount of work: a slow
/// machine only takes longer. Half of that time is demanded, as the kernel lets the first writes through.
@Tag("lab")
@Tag("slow")
final class IoThrottleTest {
    private static final String POD = "1b4e28ba-2fa1-41d2-883f-0016d3cca427";

    @Test
    void theWriterOfAnImageKeepsToTheLimits() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                PodCgroupFixture pod = PodCgroupFixture.make(scratch, POD);
                LocalDriverProcess driver = LocalDriverProcess.start(
                        scratch.path(), List.of("--pool-size=1Gi", "--cgroup-root=" + pod.root()))) {
            assertLimited(driver, scratch, pod);
        }
    }

    @Test
    void theWriterOfALogicalVolumeKeepsToTheLimits() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group =
                        TestVolumeGroup.thin(scratch, Bytes.gibi(1).count())) {
            try (PodCgroupFixture pod = PodCgroupFixture.make(scratch, POD);
                    LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), flags(group, pod))) {
                assertLimited(driver, scratch, pod);
            } finally {
                scratch.unmount();
                group.removeDevices();
            }
        }
    }

    private static List<String> flags(TestVolumeGroup group, PodCgroupFixture pod) {
        return List.of(
                "--backend=lvm",
                "--volume-group=" + group.name(),
                "--thin-pool=" + TestVolumeGroup.THIN_POOL,
                "--cgroup-root=" + pod.root());
    }

    private static void assertLimited(LocalDriverProcess driver, ScratchDirectory scratch, PodCgroupFixture pod)
            throws Exception {
        LimitedVolume volume = LimitedVolume.create(driver, scratch, Map.of("writeBandwidth", "1Mi"));
        volume.publish(Map.of("csi.storage.k8s.io/pod.uid", POD));
        String device = volume.device();
        Path file = volume.target().resolve("file");
        assertThat(pod.limits()).containsExactly(device + " rbps=max wbps=1048576 riops=max wiops=max");
        assertThat(pod.write(file, "64k", 64)).as("4 MiB").isGreaterThan(Duration.ofSeconds(2));

        volume.modify(Map.of("writeBandwidth", "", "writeIops", "20"));
        assertThat(pod.limits()).containsExactly(device + " rbps=max wbps=max riops=max wiops=20");
        long before = pod.writes(device);
        assertThat(pod.write(file, "4k", 80)).as("80 writes").isGreaterThan(Duration.ofSeconds(2));
        assertThat(pod.writes(device) - before).isGreaterThanOrEqualTo(80);
        assertThat(volume.health()).isEmpty();

        volume.modify(Map.of("writeIops", ""));
        assertThat(pod.limits()).isEmpty();
        volume.unpublish();
    }
}
