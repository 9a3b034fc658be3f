package dev.stowage.sidecar.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The complete sidecar and the complete driver as processes, with an API server between them.
class SidecarProcessTest {

    private static final String LEASE = "local-stowage-dev";
    private static final int ENDED_BY_SIGTERM = 143;

    @TempDir
    private Path folder;

    @Test
    void claimGetsItsVolumeAndASignalEndsEverythingInOrder() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "the driver needs root");
        Path socket = folder.resolve("csi.sock");
        Path registry = Files.createDirectory(folder.resolve("registry"));
        try (var fixture = new SidecarFixture(folder);
                var processes = new ChildProcesses(folder)) {
            processes.driver(socket);
            Process sidecar = processes.sidecar(List.of(
                    "--csi-address=" + socket,
                    "--kubeconfig=" + folder.resolve("kubeconfig"),
                    "--leader-election",
                    "--leader-election-namespace=default",
                    "--immediate-topology=false",
                    "--kubelet-registration-path=/csi.sock",
                    "--plugin-registration-path=" + registry));
            PersistentVolumeClaim claim = claim(fixture);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> fixture.api()
                            .find(Kinds.VOLUMES, "", "pvc-" + claim.meta().uid())
                            .isPresent());
            assertThat(holder(fixture)).isEqualTo("host-1");
            assertThat(registry.resolve("local.stowage.dev-reg.sock")).exists();

            sidecar.destroy();
            assertThat(sidecar.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(sidecar.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
            assertThat(holder(fixture)).isEmpty();
            assertThat(registry).isEmptyDirectory();
        }
    }

    @Test
    void driverThatIsKilledTakesTheSidecarWithIt() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "the driver needs root");
        Path socket = folder.resolve("csi.sock");
        try (var fixture = new SidecarFixture(folder);
                var processes = new ChildProcesses(folder)) {
            Process driver = processes.driver(socket);
            Process sidecar = processes.sidecar(List.of(
                    "--csi-address=" + socket,
                    "--kubeconfig=" + folder.resolve("kubeconfig"),
                    "--leader-election",
                    "--leader-election-namespace=default"));
            await().atMost(Duration.ofSeconds(90))
                    .until(() ->
                            fixture.api().find(Kinds.LEASES, "default", LEASE).isPresent());
            driver.destroyForcibly();
            assertThat(sidecar.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(sidecar.exitValue()).isOne();
        }
    }

    private static PersistentVolumeClaim claim(SidecarFixture fixture) throws Exception {
        fixture.create(Kinds.STORAGE_CLASSES, "", """
                {"metadata":{"name":"local"},"provisioner":"local.stowage.dev"}""");
        return fixture.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"data","annotations":{
                   "volume.kubernetes.io/storage-provisioner":"local.stowage.dev"}},
                 "spec":{"storageClassName":"local","accessModes":["ReadWriteOnce"],
                         "resources":{"requests":{"storage":"1Mi"}}}}""");
    }

    private static String holder(SidecarFixture fixture) throws Exception {
        return fixture.get(Kinds.LEASES, "default", LEASE)
                .at("/spec/holderIdentity")
                .asText("");
    }
}
