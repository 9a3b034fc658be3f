package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerGetVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerGetVolumeResponse;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.csi.v1.VolumeHealth;
import dev.stowage.csi.v1.VolumeHealthErrorType;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthMonitorControllerTest {
    private static final String WELL_AGAIN = "VolumeConditionNormal: The Volume returns to the healthy state";

    private HealthMonitorFixture fixture;

    /// The problems that the driver reports, by volume.
    private final Map<String, String> wrong = new ConcurrentHashMap<>();

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new HealthMonitorFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void can(RPC.Type... abilities) {
        fixture.driver.controller(abilities);
        fixture.driver.on("ControllerListVolumeHealth", (ControllerListVolumeHealthRequest request) -> {
            var page = ControllerListVolumeHealthResponse.newBuilder();
            if (request.getStartingToken().isEmpty()) {
                return page.setNextToken("2").build();
            }
            wrong.forEach((volume, message) -> page.addEntries(health(volume)));
            return page.build();
        });
        fixture.driver.on(
                "ControllerGetVolumeHealth",
                (ControllerGetVolumeHealthRequest request) -> ControllerGetVolumeHealthResponse.newBuilder()
                        .setVolumeHealth(health(request.getVolumeId()))
                        .build());
        fixture.driver.on("ListVolumes", (ListVolumesRequest _) -> {
            var page = ListVolumesResponse.newBuilder();
            for (String volume : List.of("a", "b")) {
                page.addEntries(ListVolumesResponse.Entry.newBuilder()
                        .setVolume(Volume.newBuilder().setVolumeId(volume))
                        .setStatus(
                                ListVolumesResponse.VolumeStatus.newBuilder().setVolumeCondition(condition(volume))));
            }
            return page.build();
        });
        fixture.driver.on(
                "ControllerGetVolume",
                (ControllerGetVolumeRequest request) -> ControllerGetVolumeResponse.newBuilder()
                        .setStatus(ControllerGetVolumeResponse.VolumeStatus.newBuilder()
                                .setVolumeCondition(condition(request.getVolumeId())))
                        .build());
    }

    private VolumeHealth health(String volume) {
        var health = VolumeHealth.newBuilder().setVolumeId(volume);
        String message = wrong.get(volume);
        if (message != null) {
            health.addHealthStatuses(VolumeHealth.VolumeHealthEntry.newBuilder()
                    .setStatus(VolumeHealthErrorType.DEGRADED)
                    .setReason("Slow")
                    .setMessage(message));
        }
        return health.build();
    }

    private VolumeCondition condition(String volume) {
        String message = wrong.get(volume);
        return VolumeCondition.newBuilder()
                .setAbnormal(message != null)
                .setMessage(message == null ? "fine" : message)
                .build();
    }

    private void troubleComesAndGoes(String method, String event) throws Exception {
        fixture.bound("a", "");
        fixture.bound("b", "");
        wrong.put("a", "3 s");
        fixture.start(HealthMonitorFixture.OPTIONS);
        fixture.awaitEvent("a", event);
        fixture.awaitRounds(method);

        wrong.clear();
        fixture.awaitEvent("a", WELL_AGAIN);
        fixture.awaitRounds(method);
        assertThat(fixture.events("a")).containsExactlyInAnyOrder(event, WELL_AGAIN);
        assertThat(fixture.events("b")).isEmpty();
        // This server does not have the field: writing it was tried, and everything else works.
        assertThat(fixture.cluster
                        .get(Kinds.CLAIMS, "default", "a")
                        .path("status")
                        .has("healthStatus"))
                .isFalse();
    }

    @Test
    void driversThatListUnhealthyVolumesAreListed() throws Exception {
        can(RPC.Type.LIST_VOLUME_HEALTH, RPC.Type.GET_VOLUME_HEALTH);

        troubleComesAndGoes("ControllerListVolumeHealth", "VolumeConditionAbnormal: Degraded (Slow): 3 s");

        assertThat(fixture.driver.calls("ControllerGetVolumeHealth")).isEmpty();
    }

    @Test
    void driversThatCannotListAreCalledForEachVolume() throws Exception {
        can(RPC.Type.GET_VOLUME_HEALTH);

        troubleComesAndGoes("ControllerGetVolumeHealth", "VolumeConditionAbnormal: Degraded (Slow): 3 s");
    }

    @Test
    void conditionsOfOlderDriversAreListed() throws Exception {
        can(RPC.Type.VOLUME_CONDITION, RPC.Type.LIST_VOLUMES, RPC.Type.GET_VOLUME);

        troubleComesAndGoes("ListVolumes", "VolumeConditionAbnormal: 3 s");
    }

    @Test
    void conditionsOfOlderDriversAreReadForEachVolume() throws Exception {
        can(RPC.Type.VOLUME_CONDITION, RPC.Type.GET_VOLUME);

        troubleComesAndGoes("ControllerGetVolume", "VolumeConditionAbnormal: 3 s");
    }

    @Test
    void whatWasSaidBeforeARestartIsCalledOffAfterIt() throws Exception {
        can(RPC.Type.LIST_VOLUME_HEALTH);
        fixture.bound("a", "");
        wrong.put("a", "3 s");
        fixture.start(HealthMonitorFixture.OPTIONS);
        fixture.awaitEvent("a", "VolumeConditionAbnormal: Degraded (Slow): 3 s");
        fixture.stop();

        // The same problem is not reported again.
        fixture.start(HealthMonitorFixture.OPTIONS);
        fixture.awaitRounds("ControllerListVolumeHealth");
        assertThat(fixture.events("a")).hasSize(1);
        fixture.stop();

        wrong.clear();
        fixture.start(HealthMonitorFixture.OPTIONS);
        fixture.awaitEvent("a", WELL_AGAIN);
        fixture.stop();

        fixture.start(HealthMonitorFixture.OPTIONS);
        fixture.awaitRounds("ControllerListVolumeHealth");
        assertThat(fixture.events("a")).hasSize(2);
    }

    @Test
    void aDriverThatDoesNotAnswerIsCalledAgain() throws Exception {
        can(RPC.Type.GET_VOLUME_HEALTH);
        fixture.bound("a", "");
        fixture.bound("b", "");
        List<String> asked = new CopyOnWriteArrayList<>();
        fixture.driver.on("ControllerGetVolumeHealth", (ControllerGetVolumeHealthRequest request) -> {
            asked.add(request.getVolumeId());
            if (asked.size() < 4 || request.getVolumeId().equals("a")) {
                throw FakeDriver.failure(Status.Code.UNAVAILABLE, "not now");
            }
            return ControllerGetVolumeHealthResponse.newBuilder()
                    .setVolumeHealth(health("b"))
                    .build();
        });
        wrong.put("b", "3 s");
        fixture.start(HealthMonitorFixture.OPTIONS);

        fixture.awaitEvent("b", "VolumeConditionAbnormal: Degraded (Slow): 3 s");
        assertThat(fixture.events("a")).isEmpty();
    }

    @Test
    void onANodeOnlyItsOwnVolumesAreChecked() throws Exception {
        can(RPC.Type.GET_VOLUME_HEALTH);
        fixture.create(Kinds.NODES, "", "{'metadata': {'name': 'n1', 'labels': {'place': 'here'}}}");
        fixture.bound("a", affinity("here"));
        fixture.bound("b", affinity("there"));
        fixture.bound("c", "");
        var options = new HealthMonitorOptions(
                HealthMonitorFixture.OFTEN, HealthMonitorFixture.OFTEN, Duration.ofSeconds(5), 2, false, "n1");
        HealthMonitorController monitor = fixture.start(options);
        assertThat(monitor.leaseName()).isEmpty();
        fixture.awaitRounds("ControllerGetVolumeHealth");

        assertThat(fixture.driver.<ControllerGetVolumeHealthRequest>calls("ControllerGetVolumeHealth"))
                .extracting(ControllerGetVolumeHealthRequest::getVolumeId)
                .containsOnly("a");
    }

    private static String affinity(String place) {
        return "'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [{'key': 'place',"
                + "'operator': 'In', 'values': ['" + place + "']}]}]}},";
    }

    @Test
    void aDriverWithoutHealthCapabilitiesEndsTheProcess() throws Exception {
        can(RPC.Type.CREATE_DELETE_VOLUME);
        List<String> reasons = new CopyOnWriteArrayList<>();
        RoleContext context = fixture.roleContext();
        var telling = new RoleContext(
                context.driver(),
                context.api(),
                context.informers(),
                context.events(),
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                FeatureGates.defaults(),
                context.namespace(),
                reasons::add);

        var monitor = new HealthMonitorController(telling, HealthMonitorFixture.OPTIONS);
        monitor.start();
        monitor.close();

        await().until(() -> !reasons.isEmpty());
        assertThat(reasons.getFirst()).contains("VOLUME_CONDITION");
    }
}
