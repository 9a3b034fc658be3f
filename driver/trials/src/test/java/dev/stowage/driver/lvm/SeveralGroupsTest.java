package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.crash.VolumeLifecycle;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two volume groups and a directory in one driver.
@Tag("lab")
@Tag("slow")
class SeveralGroupsTest {

    private static final String LOW_WATER = "16Mi";

    @Test
    void aClassChoosesTheGroupByPoolOrByBackend() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup thick = TestVolumeGroup.thick(
                        scratch, "thick.img", Bytes.mebi(200).count());
                TestVolumeGroup thin = TestVolumeGroup.thick(
                                scratch, "thin.img", Bytes.mebi(300).count())
                        .withThinPool()) {
            DriverVariant variant = new DriverVariant(
                    "two groups", List.of("--config=" + config(scratch, thick, thin)), "ext4", 16, false, false);
            try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), variant.flags());
                    VolumeLifecycle life =
                            new VolumeLifecycle(driver, scratch.path().resolve("work"), variant);
                    SocketClient client = connect(driver)) {
                var controller = ControllerGrpc.newBlockingStub(client.channel());
                long free = capacity(controller, Map.of("pool", "disks"));
                assertThat(capacity(controller, Map.of("pool", "thin"))).isGreaterThan(free);

                life.create("by-backend", Map.of("backend", "lvm"));
                assertThat(ours(thick)).as("the first pool with the backend").isEqualTo(1);
                assertThat(capacity(controller, Map.of("pool", "disks")))
                        .isEqualTo(free - Bytes.mebi(16).count());
                life.create("by-pool", Map.of("pool", "thin"));
                assertThat(ours(thin)).isEqualTo(1);
                life.snapshot("cut", "by-pool");
                assertThat(ours(thin)).isEqualTo(2);
                assertThatThrownBy(() -> life.snapshot("no", "by-backend")).hasMessageContaining("INVALID_ARGUMENT");
                life.create("elsewhere", Map.of("backend", "directory"));
                assertThat(ours(thick) + ours(thin)).isEqualTo(3);

                driver.restart();
                life.disconnect();
                life.deleteSnapshot("cut");
                life.delete("by-pool");
                life.delete("by-backend");
                life.delete("elsewhere");
                assertThat(ours(thick) + ours(thin)).isZero();
            }
        }
    }

    private static Path config(ScratchDirectory scratch, TestVolumeGroup thick, TestVolumeGroup thin)
            throws IOException {
        String pools = """
                {"pools": [
                  {"name": "plain", "backend": "directory", "directory": "%1$s/plain"},
                  {"name": "disks", "backend": "lvm", "directory": "%1$s/disks", "lowWater": "%4$s", "volumeGroup": "%2$s"},
                  {"name": "thin", "backend": "lvm", "directory": "%1$s/thin", "lowWater": "%4$s", "volumeGroup": "%3$s",
                   "thinPool": "thin", "metadataLowWaterPercent": 50}
                ]}
                """.formatted(scratch.directory("pools"), thick.name(), thin.name(), LOW_WATER);
        return Files.writeString(scratch.path().resolve("pools.json"), pools);
    }

    private static long ours(TestVolumeGroup group) throws IOException {
        return group.list().stream()
                .filter(line -> line.contains("stowage.owner"))
                .count();
    }

    private static long capacity(ControllerGrpc.ControllerBlockingStub controller, Map<String, String> parameters) {
        return controller
                .getCapacity(GetCapacityRequest.newBuilder()
                        .putAllParameters(parameters)
                        .build())
                .getAvailableCapacity();
    }

    private static SocketClient connect(LocalDriverProcess driver) {
        return SocketClient.connect(
                new CsiEndpoint(driver.socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(90)));
    }
}
