package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.HEALTH;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import java.util.List;
import java.util.Set;

/// What owners of claims hear about their volumes.
final class HealthScenarios {

    static final List<Scenario> ALL = List.of(Scenario.of("health", HEALTH, HealthScenarios::condition));

    /// The Go monitor knows the condition of CSI 1.12 and nothing newer.
    private static final Set<RPC.Type> TOO_NEW = Set.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH);

    private HealthScenarios() {}

    private static void condition(Play play) throws Exception {
        DriverProcess driver = Steps.localDriver(play);
        Steps.boundClaim(play, Direct.volume(driver, "volume", 1 << 20), "1Mi");
        play.faults()
                .plan(
                        "ControllerGetCapabilities",
                        1,
                        Integer.MAX_VALUE,
                        Moment.AFTER,
                        new Fault.Alter(HealthScenarios::older));
        play.faults().plan("ListVolumes", 1, Integer.MAX_VALUE, Moment.AFTER, new Fault.Alter(HealthScenarios::ill));
        play.sidecar(HEALTH, "--list-volumes-interval=2s", "--volume-list-add-interval=1s", "--monitor-interval=2s");
        play.awaitText("the bad news", text -> text.tells("VolumeConditionAbnormal"));
        play.settle();
        play.faults().lift("ListVolumes");
        play.awaitText("the good news", text -> text.tells("VolumeConditionNormal"));
        play.settle();
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
