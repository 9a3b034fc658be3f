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
    void whereOnlyTheNodeExpandsTheDriverIsNotAsked() throws Exception {
        resizerFixture.driver().controller();
        resizerFixture
                .driver()
                .on(
                        "NodeGetCapabilities",
                        _ -> NodeGetCapabilitiesResponse.newBuilder()
                                .addCapabilities(NodeServiceCapability.newBuilder()
                                        .setRpc(NodeServiceCapability.RPC
                                                .newBuilder()
                                                .setType(NodeServiceCapability.RPC.Type.EXPAND_VOLUME)))
                                .build());
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> resizerFixture.state("data").equals("NodeResizePending"));
        assertThat(resizerFixture.volume("data").at("/spec/capacity/storage").asText())
                .isEqualTo("2Gi");
        assertThat(resizerFixture.driver().calls(ResizerFixture.EXPAND)).isEmpty();
    }

    @Test
    void theSecretOfTheVolumeGoesToTheDriver() throws Exception {
        resizerFixture.sidecarFixture().create(Kinds.SECRETS, BoundClaims.NAMESPACE, """
                {"metadata": {"name": "key"}, "data": {"password": "b3BlbiBzZXNhbWU="}}
                """);
        resizerFixture.expands(false);
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi", """
                {"volumeMode": "Block", "csi": {"driver": "%s", "volumeHandle": "h-data",
                 "controllerExpandSecretRef": {"name": "key", "namespace": "default"}}}
                """.formatted(FakeDriver.NAME));

        await().until(() -> resizerFixture.capacity("data").equals("2Gi"));
        ControllerExpandVolumeRequest request = resizerFixture
                .driver()
                .<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND)
                .getFirst();
        assertThat(request.getSecretsMap()).containsExactly(Map.entry("password", "open sesame"));
        assertThat(request.getVolumeCapability().hasBlock()).isTrue();
    }

    @Test
    void volumesOfOthersAndOfOtherNodesAreLeftAlone() throws Exception {
        resizerFixture.sidecarFixture().create(Kinds.NODES, "", """
                {"metadata": {"name": "here", "labels": {"zone": "a"}}}
                """);
        resizerFixture.expands(false);
        resizerFixture.start(ResizerFixture.onNode("here"));
        BoundClaims.create(resizerFixture.sidecarFixture(), "foreign", "2Gi", "1Gi", """
                {"csi": {"driver": "another.example.com", "volumeHandle": "x"}}
                """);
        BoundClaims.create(resizerFixture.sidecarFixture(), "everywhere", "2Gi", "1Gi");
        BoundClaims.create(resizerFixture.sidecarFixture(), "there", "2Gi", "1Gi", affinity("b"));
        BoundClaims.create(resizerFixture.sidecarFixture(), "here", "2Gi", "1Gi", affinity("a"));

        await().until(() -> resizerFixture.capacity("here").equals("2Gi"));
        assertThat(resizerFixture.driver().<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND))
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
    void aDriverWithoutAnyExpansionIsNeverAsked() throws Exception {
        resizerFixture.driver().controller();
        resizerFixture.driver().services(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");
        BoundClaims.create(resizerFixture.sidecarFixture(), "late", "1Gi", "1Gi");

        await().until(() -> resizerFixture.knows("late"));
        assertThat(resizerFixture.claim("data").at("/status/conditions")).isEmpty();
        assertThat(resizerFixture.driver().calls(ResizerFixture.EXPAND)).isEmpty();
    }
}
