package dev.stowage.sidecar.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import dev.stowage.testing.FreePort;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarProgramTest {

    /// No server has it; one of ours has the kinds of snapshots.
    private static final Kind<PartialObjectMetadata> ABSENT =
            new Kind<>("absent.example.com", "v1", "things", "Thing", false, PartialObjectMetadata::read);

    private static final String LEASE = "attacher-leader-fake-csi-example-com";

    private final CountDownLatch attacherBegan = new CountDownLatch(1);
    private final CountDownLatch snapshotterBegan = new CountDownLatch(1);
    private final List<String> story = new CopyOnWriteArrayList<>();
    private final List<RoleDefinition> roles = List.of(
            RecordingRole.of(RoleName.ATTACHER, null, attacherBegan, story),
            RecordingRole.of(RoleName.SNAPSHOTTER, ABSENT, snapshotterBegan, story));

    private final Path dir;
    private final SidecarFixture fixture;
    private final FakeDriver driver;

    SidecarProgramTest(@TempDir Path folder) throws Exception {
        fixture = new SidecarFixture(folder);
        driver = new FakeDriver(folder);
        dir = folder;
    }

    @BeforeEach
    void makeTerminationLog() throws Exception {
        Files.createFile(dir.resolve("termination-log"));
    }

    @AfterEach
    void close() throws Exception {
        driver.close();
        fixture.close();
    }

    @Test
    void roleThatTheDriverCallsForBeginsAndEnds() throws Exception {
        try (var _ = program()) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(story).containsExactly("attacher begins", "attacher ends");
    }

    @Test
    void roleWhoseKindsAreAbsentHoldsBackNoOther() throws Exception {
        try (var program = program("--roles=snapshotter,attacher")) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(program.runs()).isTrue();
            assertThat(snapshotterBegan.getCount()).isOne();
        }
        assertThat(story).contains("snapshotter ends").doesNotContain("snapshotter begins");
    }

    @Test
    void roleBeginsWhenItsLeaseIsHeldAndGivesItBack() throws Exception {
        try (var _ = program("--leader-election", "--leader-election-namespace=default")) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(holder(LEASE)).isEqualTo("host-1");
        }
        assertThat(holder(LEASE)).isEmpty();
    }

    @Test
    void oneLeaseServesAllRolesWhenItIsShared() throws Exception {
        try (var _ = program("--leader-election", "--leader-election-namespace=default", "--leader-election-shared")) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(holder("stowage-sidecar-fake-csi-example-com")).isEqualTo("host-1");
            assertThatThrownBy(() -> holder(LEASE)).isInstanceOf(ApiFailure.class);
        }
    }

    @Test
    void lostLeaseEndsTheProcessWithStatusOne() throws Exception {
        try (var program = program(
                "--leader-election",
                "--leader-election-namespace=default",
                "--leader-election-lease-duration=3s",
                "--leader-election-renew-deadline=2s",
                "--leader-election-retry-period=200ms")) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            ObjectNode change = Json.object();
            change.putObject("spec")
                    .put("holderIdentity", "somebody-else")
                    .put("leaseDurationSeconds", 3600)
                    .put("renewTime", Instant.now().plusSeconds(1).toString().substring(0, 19) + ".000000Z");
            fixture.api().patch(Kinds.LEASES, "default", LEASE, Patch.merge(change));
            assertThat(program.status()).isOne();
        }
        assertThat(holder(LEASE)).isEqualTo("somebody-else");
    }

    @Test
    void lostDriverEndsTheProcessWithStatusOneAndLastWords() throws Exception {
        try (var program = program()) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            driver.close();
            assertThat(program.status()).isOne();
        }
        assertThat(dir.resolve("termination-log")).hasContent("Lost connection to CSI driver, exiting");
        assertThat(story).contains("attacher ends");
    }

    @Test
    void driverUnderAnotherNameThanTheLineHasItIsRefused() throws Exception {
        try (var program = program("--provisioner=other.example.com")) {
            assertThatThrownBy(program::status)
                    .hasCauseInstanceOf(UsageException.class)
                    .hasMessageContaining("fake.csi.example.com, not other.example.com");
        }
    }

    @Test
    void healthLeadershipAndMetricsAreServed() throws Exception {
        int port = FreePort.next();
        try (var _ = program(
                "--leader-election", "--leader-election-namespace=default", "--http-endpoint=127.0.0.1:" + port)) {
            assertThat(attacherBegan.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ServedPages.get(port, "/healthz")).isEqualTo("200 ok");
            assertThat(ServedPages.get(port, "/healthz/leader-election")).isEqualTo("200 ok");
            await().untilAsserted(() -> assertThat(ServedPages.get(port, "/metrics"))
                    .contains("leader_election_master_status{name=\"" + LEASE + "\"} 1.0")
                    .contains("csi_sidecar_operations_seconds_count{driver_name=\"fake.csi.example.com\""));
        }
    }

    @Test
    void probeAndRegistrationNeedNoCluster() throws Exception {
        int port = FreePort.next();
        Path registry = Files.createDirectory(dir.resolve("registry"));
        try (var _ = new BackgroundProgram(
                Optional.empty(),
                List.of(
                        "--csi-address=" + driver.endpoint().socket(),
                        "--roles=liveness,registrar",
                        "--timeout=1m",
                        "--kubeconfig=/nowhere",
                        "--kubelet-registration-path=/x/csi.sock",
                        "--plugin-registration-path=" + registry,
                        "--http-endpoint=127.0.0.1:" + port),
                EmptyEnvironment.environment(),
                roles)) {
            // Nothing listens there until the driver has answered.
            await().ignoreExceptionsInstanceOf(ConnectException.class)
                    .untilAsserted(
                            () -> assertThat(ServedPages.get(port, "/healthz")).isEqualTo("200 ok"));
            assertThat(registry.resolve("fake.csi.example.com-reg.sock")).exists();
        }
        assertThat(registry).isEmptyDirectory();
    }

    @Test
    void aRoleThatNeedsNoDriverRunsWithoutOne() throws Exception {
        try (var _ = new BackgroundProgram(
                Optional.empty(),
                List.of(
                        "--csi-address=" + dir.resolve("nobody.sock"),
                        "--roles=mover-signer",
                        "--peer-namespace=default",
                        "--kubeconfig=" + dir.resolve("kubeconfig")),
                EmptyEnvironment.environment(),
                RoleDefinition.all())) {
            await().untilAsserted(() -> assertThat(
                            fixture.api().find(Kinds.CONFIG_MAPS, "default", CertificateKeys.MOVER_AUTHORITY))
                    .isPresent());
        }
    }

    @Test
    void deprecatedProbeOfTheRegistrarSaysYesWithoutADriver() throws Exception {
        assertThat(SidecarProgram.run(
                        Optional.of(RoleName.REGISTRAR),
                        List.of("--kubelet-registration-path=/x", "--mode=kubelet-registration-probe"),
                        EmptyEnvironment.environment(),
                        List.of()))
                .isZero();
    }

    private BackgroundProgram program(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--csi-address=" + driver.endpoint().socket());
        all.add("--timeout=1m");
        all.add("--kubeconfig=" + dir.resolve("kubeconfig"));
        if (all.stream().noneMatch(arg -> arg.startsWith("--roles"))) {
            all.add("--roles=attacher");
        }
        return new BackgroundProgram(
                Optional.empty(), all, EmptyEnvironment.environment("host-1", dir.resolve("termination-log")), roles);
    }

    private String holder(String lease) throws Exception {
        JsonNode found = fixture.api().get(Kinds.LEASES, "default", lease);
        return found.at("/spec/holderIdentity").asText("");
    }
}
