package dev.stowage.driver.iolimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the driver writes into the cgroup of a pod, in a directory with the names of cgroups.
final class IoLimitTest {
    private static final String POD = "1b4e28ba-2fa1-41d2-883f-0016d3cca427";
    private static final Map<String, String> CONTEXT = Map.of("csi.storage.k8s.io/pod.uid", POD);
    private static final Map<String, String> LIMITS = Map.of("writeIops", "50", "readBandwidth", "1Mi");

    private static LocalDriverProcess start(ScratchDirectory scratch) throws Exception {
        return LocalDriverProcess.start(
                scratch.path(), List.of("--pool-size=1Gi", "--cgroup-root=" + scratch.directory("cgroup")));
    }

    private static Path makeCgroup(ScratchDirectory scratch) throws Exception {
        return Files.createFile(
                scratch.directory("cgroup/kubepods/burstable/pod" + POD).resolve("io.max"));
    }

    @Test
    void limitsFollowThePublicationAndEveryChange() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = start(scratch)) {
            Path limits = makeCgroup(scratch);
            LimitedVolume volume = LimitedVolume.create(driver, scratch, LIMITS);

            volume.publish(CONTEXT);
            String device = volume.device();
            assertThat(limits).hasContent(device + " rbps=1048576 wbps=max riops=max wiops=50");
            assertThat(volume.health()).isEmpty();

            volume.modify(Map.of("writeIops", "70", "readBandwidth", ""));
            assertThat(limits).hasContent(device + " rbps=max wbps=max riops=max wiops=70");

            Files.writeString(limits, "");
            assertThat(volume.health()).containsExactly("LimitsNotEnforced");
            driver.restart();
            assertThat(limits).hasContent(device + " rbps=max wbps=max riops=max wiops=70");
            assertThat(volume.health()).isEmpty();

            volume.unpublish();
            assertThat(limits).hasContent(device + " rbps=max wbps=max riops=max wiops=max");
            assertThat(driver.data().resolve("notes/io-limits")).isEmptyDirectory();
        }
    }

    @Test
    void aPodWithoutCgroupIsPublishedAndLimitedWhenItHasOne() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = start(scratch)) {
            LimitedVolume volume = LimitedVolume.create(driver, scratch, LIMITS);
            volume.publish(CONTEXT);
            assertThat(volume.health()).containsExactly("LimitsNotEnforced");
            assertThat(driver.log()).content().contains("LimitsNotEnforced").contains("has no cgroup below");

            Path limits = makeCgroup(scratch);

            await().untilAsserted(() -> assertThat(limits).content().contains("wiops=50"));
            assertThat(volume.health()).isEmpty();
        }
    }

    @Test
    void requiredLimitsAreEnforcedOrTheVolumeIsNotPublished() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = start(scratch)) {
            LimitedVolume volume =
                    LimitedVolume.create(driver, scratch, Map.of("writeIops", "50", "requireIoLimits", "true"));
            assertThatThrownBy(() -> volume.publish(CONTEXT))
                    .hasMessageContaining("FAILED_PRECONDITION")
                    .hasMessageContaining("has no cgroup below");
            assertThatThrownBy(() -> volume.publish(Map.of()))
                    .hasMessageContaining("FAILED_PRECONDITION")
                    .hasMessageContaining("podInfoOnMount");
            assertThat(Mounts.system().at(volume.target())).isEmpty();

            Path limits = makeCgroup(scratch);
            volume.publish(CONTEXT);
            assertThat(limits).content().contains("wiops=50");

            Files.delete(limits);
            assertThatThrownBy(() -> volume.modify(Map.of("writeIops", "60")))
                    .hasMessageContaining("FAILED_PRECONDITION")
                    .hasMessageContaining("no io controller");
        }
    }

    @Test
    void aVolumeWithoutLimitsNeedsNoPod() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = start(scratch)) {
            LimitedVolume volume = LimitedVolume.create(driver, scratch, Map.of());
            volume.publish(Map.of());
            assertThat(volume.health()).isEmpty();

            volume.modify(LIMITS);
            assertThat(volume.health()).containsExactly("LimitsNotEnforced");

            volume.modify(Map.of("writeIops", "", "readBandwidth", ""));
            assertThat(volume.health()).isEmpty();
        }
    }

    @Test
    void aUidThatIsNoneIsRefused() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = start(scratch)) {
            LimitedVolume volume = LimitedVolume.create(driver, scratch, LIMITS);

            assertThatThrownBy(() -> volume.publish(Map.of("csi.storage.k8s.io/pod.uid", "../../../" + POD)))
                    .hasMessageContaining("INVALID_ARGUMENT");

            assertThat(Mounts.system().at(volume.target())).isEmpty();
        }
    }
}
