package dev.stowage.sidecar.resize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.stage.BoundClaim;
import dev.stowage.sidecar.stage.FakeDriver;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResizerScopeTest extends OnAScene {

    @Test
    void whereOnlyTheNodeExpandsTheDriverIsNotAsked() throws Exception {
        scene.driver().controller();
        scene.driver()
                .on(
                        "NodeGetCapabilities",
                        _ -> NodeGetCapabilitiesResponse.newBuilder()
                                .addCapabilities(NodeServiceCapability.newBuilder()
                                        .setRpc(NodeServiceCapability.RPC
                                                .newBuilder()
                                                .setType(NodeServiceCapability.RPC.Type.EXPAND_VOLUME)))
                                .build());
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");

        await().until(() -> scene.state("data").equals("NodeResizePending"));
        assertThat(scene.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(scene.driver().calls(Scene.EXPAND)).isEmpty();
    }

    @Test
    void theSecretOfTheVolumeGoesToTheDriver() throws Exception {
        scene.stage().create(Kinds.SECRETS, BoundClaim.NAMESPACE, """
                {"metadata": {"name": "key"}, "data": {"password": "b3BlbiBzZXNhbWU="}}
                """);
        scene.expands(false);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi", """
                {"volumeMode": "Block", "csi": {"driver": "%s", "volumeHandle": "h-data",
                 "controllerExpandSecretRef": {"name": "key", "namespace": "default"}}}
                """.formatted(FakeDriver.NAME));

        await().until(() -> scene.capacity("data").equals("2Gi"));
        ControllerExpandVolumeRequest request = scene.driver()
                .<ControllerExpandVolumeRequest>calls(Scene.EXPAND)
                .getFirst();
        assertThat(request.getSecretsMap()).containsExactly(Map.entry("password", "open sesame"));
        assertThat(request.getVolumeCapability().hasBlock()).isTrue();
    }

    @Test
    void volumesOfOthersAndOfOtherNodesAreLeftAlone() throws Exception {
        scene.stage().create(Kinds.NODES, "", """
                {"metadata": {"name": "here", "labels": {"zone": "a"}}}
                """);
        scene.expands(false);
        scene.start(Scene.onNode("here"));
        BoundClaim.create(scene.stage(), "foreign", "2Gi", "1Gi", """
                {"csi": {"driver": "another.example.com", "volumeHandle": "x"}}
                """);
        BoundClaim.create(scene.stage(), "everywhere", "2Gi", "1Gi");
        BoundClaim.create(scene.stage(), "there", "2Gi", "1Gi", affinity("b"));
        BoundClaim.create(scene.stage(), "here", "2Gi", "1Gi", affinity("a"));

        await().until(() -> scene.capacity("here").equals("2Gi"));
        assertThat(scene.driver().<ControllerExpandVolumeRequest>calls(Scene.EXPAND))
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
        scene.driver().controller();
        scene.driver().services(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");
        BoundClaim.create(scene.stage(), "late", "1Gi", "1Gi");

        await().until(() -> scene.knows("late"));
        assertThat(scene.claim("data").at("/status/conditions")).isEmpty();
        assertThat(scene.driver().calls(Scene.EXPAND)).isEmpty();
    }
}
