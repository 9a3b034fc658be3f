package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where the volumes of a driver are accessible from.
final class DriverTopologyTest extends DriverFixture {

    @Test
    void aVolumeOutsideTheRequestedTopologyIsRefused() throws Exception {
        Making volumes = wanted -> Volume.of(wanted.id());
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes).topology(new Topology(Map.of("node", "n1"))))
                        .channel());
        var elsewhere = request().toBuilder();
        elsewhere.getAccessibilityRequirementsBuilder().addRequisiteBuilder().putSegments("node", "n2");
        assertThat(failure(() -> controller.createVolume(elsewhere.build())).getCode())
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(controller
                        .createVolume(request())
                        .getVolume()
                        .getAccessibleTopology(0)
                        .getSegmentsMap())
                .containsEntry("node", "n1");
    }

    @Test
    void aDriverOfSeveralTopologiesSaysWhereEachVolumeIs() throws Exception {
        Topology one = new Topology(Map.of("zone", "z1"));
        Topology two = new Topology(Map.of("zone", "z2"));
        Making volumes = wanted -> Volume.of(wanted.id()).accessibleFrom(List.of(two));
        ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(
                start(recorded(volumes).topology(one).volumeTopologies(List.of(one, two)))
                        .channel());
        assertThat(controller.createVolume(in("z2")).getVolume().getAccessibleTopologyList())
                .singleElement()
                .satisfies(place -> assertThat(place.getSegmentsMap()).containsOnly(Map.entry("zone", "z2")));
        assertThat(failure(() -> controller.createVolume(in("z1"))).getCode())
                .as("it exists in the other zone")
                .isEqualTo(Status.Code.ALREADY_EXISTS);
        assertThat(failure(() -> controller.createVolume(in("z3"))).getCode())
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    private static CreateVolumeRequest in(String zone) {
        var request = request().toBuilder();
        request.getAccessibilityRequirementsBuilder().addRequisiteBuilder().putSegments("zone", zone);
        return request.build();
    }
}
