package dev.stowage.sidecar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.sidecar.driver.ScriptedDriver.Answer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final CountDownLatch lost = new CountDownLatch(1);

    @TempDir
    private Path dir;

    @Test
    void driverIsKnownByNameVersionAndCapabilitiesOnceItIsConnected() throws Exception {
        try (var _ = scripted();
                Driver driver = connect(LONG)) {
            assertThat(driver.name()).isEqualTo("scripted.example.com");
            assertThat(driver.vendorVersion()).isEqualTo("v7");
            assertThat(driver.has(PluginCapability.Service.Type.CONTROLLER_SERVICE))
                    .isTrue();
            assertThat(driver.has(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS))
                    .isFalse();
            assertThat(driver.has(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME))
                    .isTrue();
            assertThat(driver.has(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME))
                    .isFalse();
            assertThat(driver.has(ControllerServiceCapability.RPC.Type.UNRECOGNIZED))
                    .isFalse();
            assertThat(driver.hasGroup(
                            GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT))
                    .isFalse();
            assertThat(driver.hasNode(NodeServiceCapability.RPC.Type.EXPAND_VOLUME))
                    .isFalse();
        }
    }

    @Test
    void driverIsProbedAgainWhileItIsNotReadyOrSlow() throws Exception {
        try (var scripted = scripted(Answer.NOT_READY, Answer.failing(Status.DEADLINE_EXCEEDED));
                Driver driver = connect(LONG)) {
            assertThat(scripted.probes()).isEqualTo(3);
            assertThat(driver.name()).isNotEmpty();
        }
    }

    @Test
    void probeThatFailsOtherwiseFailsTheStart() throws Exception {
        try (var scripted = scripted(Answer.failing(Status.INTERNAL.withDescription("no disk")))) {
            assertThatThrownBy(() -> connect(LONG))
                    .isInstanceOf(DriverFailure.class)
                    .hasMessageContaining("Probe failed: Internal: no disk");
            assertThat(scripted.probes()).isOne();
        }
    }

    @Test
    void startFailsWhenNoDriverAnswersInTime() {
        assertThatThrownBy(() -> connect(Duration.ofMillis(200)))
                .isInstanceOf(DriverFailure.class)
                .hasMessageContaining("--csi-address");
    }

    @Test
    void lostConnectionIsReported() throws Exception {
        var scripted = scripted();
        try (Driver driver = connect(LONG)) {
            scripted.close();
            assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(driver.name()).isEqualTo("scripted.example.com");
        }
    }

    @Test
    void callWithoutAnAnswerEndsAtItsDeadline() throws Exception {
        try (var _ = scripted();
                Driver driver = connect(LONG)) {
            var late = driver.identity(Duration.ofNanos(1));
            assertThatThrownBy(() -> late.probe(ProbeRequest.getDefaultInstance()))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        }
    }

    @Test
    void callsAreMeasuredUnderTheDriversName() throws Exception {
        try (var _ = scripted();
                Driver driver = connect(LONG)) {
            driver.identity(LONG).probe(ProbeRequest.getDefaultInstance());
            assertThat(metrics.scrape().stream().toList())
                    .anySatisfy(snapshot -> assertThat(snapshot.getDataPoints())
                            .anySatisfy(point -> assertThat(point.getLabels().get("driver_name"))
                                    .isEqualTo("scripted.example.com")));
        }
    }

    private ScriptedDriver scripted(Answer... script) throws Exception {
        return new ScriptedDriver(dir.resolve("csi.sock"), "scripted.example.com", List.of(script));
    }

    private Driver connect(Duration dial) throws Exception {
        var endpoint = new CsiEndpoint(dir.resolve("csi.sock"));
        return Driver.connect(new DriverOptions(endpoint, dial, LONG, metrics, lost::countDown));
    }
}
