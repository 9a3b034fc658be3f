package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResizerScopeTest extends ResizerTestCase {

    @Test
    void aNodeOnlyDriverIsNotCalled() throws Exception {
        fixture.driver().controller();
        fixture.driver()
                .on(
                        "NodeGetCapabilities",
                        _ -> NodeGetCapabilitiesResponse.newBuilder()
                                .addCapabilities(NodeServiceCapability.newBuilder()
                                        .setRpc(NodeServiceCapability.RPC
                                                .newBuilder()
                                                .setType(NodeServiceCapability.RPC.Type.EXPAND_VOLUME)))
                                .build());
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> fixture.state("data").equals("NodeResizePending"));
        assertThat(fixture.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(fixture.driver().calls(ResizerFixture.EXPAND)).isEmpty();
    }

    @Test
    void theSecretOfTheVolumeGoesToTheDriver() throws Exception {
        fixture.sidecarFixture().create(Kinds.SECRETS, BoundClaims.NAMESPACE, """
                {"metadata": {"name": "key"}, "data": {"password": "b3BlbiBzZXNhbWU="}}
                """);
        fixture.expands(false);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi", """
                {"volumeMode": "Block", "csi": {"driver": "%s", "volumeHandle": "h-data",
                 "controllerExpandSecretRef": {"name": "key", "namespace": "default"}}}
                """.formatted(FakeDriver.NAME));

        await().until(() -> fixture.capacity("data").equals("2Gi"));
        ControllerExpandVolumeRequest request = fixture.driver()
                .<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND)
                .getFirst();
        assertThat(request.getSecretsMap()).containsExactly(Map.entry("password", "open sesame"));
        assertThat(request.getVolumeCapability().hasBlock()).isTrue();
    }

    @Test
    void volumesOfOthersAndOfOtherNodesAreLeftAlone() throws Exception {
        fixture.sidecarFixture().create(Kinds.NODES, "", """
                {"metadata": {"name": "here", "labels": {"zone": "a"}}}
                """);
        fixture.expands(false);
        fixture.start(ResizerFixture.onNode("here"));
        BoundClaims.create(fixture.sidecarFixture(), "foreign", "2Gi", "1Gi", """
                {"csi": {"driver": "another.example.com", "volumeHandle": "x"}}
                """);
        BoundClaims.create(fixture.sidecarFixture(), "everywhere", "2Gi", "1Gi");
        BoundClaims.create(fixture.sidecarFixture(), "there", "2Gi", "1Gi", affinity("b"));
        BoundClaims.create(fixture.sidecarFixture(), "here", "2Gi", "1Gi", affinity("a"));

        await().until(() -> fixture.capacity("here").equals("2Gi"));
        assertThat(fixture.driver().<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND))
                .extracting(ControllerExpandVolumeRequest::getVolumeId)
                .containsExactly("h-here");
    }

    private static String affinity(String zone) {
        return """
                {"nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions":
                 [{"key": "zone", "operator": "In", "values": ["%s"]}]}]}}}
                """.formatted(zone);
    }

    @Test
    void aDriverWithoutAnyExpansionIsNeverCalled() throws Exception {
        fixture.driver().controller();
        fixture.driver().services(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");
        BoundClaims.create(fixture.sidecarFixture(), "late", "1Gi", "1Gi");

        await().until(() -> fixture.knows("late"));
        assertThat(fixture.claim("data").at("/status/conditions")).isEmpty();
        assertThat(fixture.driver().calls(ResizerFixture.EXPAND)).isEmpty();
    }
}
