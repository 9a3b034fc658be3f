package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.HEALTH;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import java.util.List;
import java.util.Set;

/// The events about the condition of volumes.
final class HealthMonitorScenarios {

    static final List<SidecarScenario> ALL =
            List.of(SidecarScenario.of("health", HEALTH, HealthMonitorScenarios::condition));

    /// The Go monitor supports only the volume condition of CSI 1.12.
    private static final Set<RPC.Type> TOO_NEW = Set.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH);

    private HealthMonitorScenarios() {}

    private static void condition(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.localDriver(context);
        ScenarioSteps.boundClaim(context, DirectDriverCalls.volume(driver, "volume", 1 << 20), "1Mi");
        context.faultInjection()
                .plan(
                        "ControllerGetCapabilities",
                        1,
                        Integer.MAX_VALUE,
                        Moment.AFTER,
                        new Fault.Alter(HealthMonitorScenarios::older));
        context.faultInjection()
                .plan("ListVolumes", 1, Integer.MAX_VALUE, Moment.AFTER, new Fault.Alter(HealthMonitorScenarios::ill));
        context.sidecar(HEALTH, "--list-volumes-interval=2s", "--volume-list-add-interval=1s", "--monitor-interval=2s");
        context.awaitText("the bad news", text -> text.hasEvent("VolumeConditionAbnormal"));
        context.settle();
        context.faultInjection().lift("ListVolumes");
        context.awaitText("the good news", text -> text.hasEvent("VolumeConditionNormal"));
        context.settle();
    }

    private static Message older(Message answer) {
        ControllerGetCapabilitiesResponse given = (ControllerGetCapabilitiesResponse) answer;
        return given.toBuilder()
                .clearCapabilities()
                .addAllCapabilities(given.getCapabilitiesList().stream()
                        .filter(each -> !TOO_NEW.contains(each.getRpc().getType()))
                        .toList())
                .build();
    }

    private static Message ill(Message answer) {
        ListVolumesResponse.Builder changed = ((ListVolumesResponse) answer).toBuilder();
        changed.getEntriesBuilderList()
                .forEach(entry -> entry.getStatusBuilder()
                        .setVolumeCondition(
                                VolumeCondition.newBuilder().setAbnormal(true).setMessage("the disk makes noises")));
        return changed.build();
    }
}
