package dev.stowage.sidecar.modify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.resize.ResizerOptions;
import dev.stowage.sidecar.resize.Scene;
import dev.stowage.sidecar.stage.BoundClaim;
import dev.stowage.sidecar.stage.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModifierTest {
    private static final String MODIFY = "ControllerModifyVolume";

    @TempDir
    private Path folder;

    private Scene scene;

    @BeforeEach
    void open() throws Exception {
        scene = new Scene(folder);
        scene.driver().controller(RPC.Type.MODIFY_VOLUME);
        scene.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private void createClass(String name) throws Exception {
        scene.stage().create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata": {"name": "%s"}, "driverName": "%s", "parameters": {"speed": "%s"}}
                """.formatted(name, FakeDriver.NAME, name));
    }

    private void wish(String claim, String name) throws Exception {
        scene.stage()
                .api()
                .patch(
                        Kinds.CLAIMS,
                        BoundClaim.NAMESPACE,
                        claim,
                        Patch.merge(Json.object().set("spec", Json.object().put("volumeAttributesClassName", name))));
    }

    private void refuse(Status.Code code) {
        scene.driver().on(MODIFY, _ -> {
            throw FakeDriver.failure(code, "not now");
        });
    }

    private String current(String claim) throws Exception {
        return scene.claim(claim).at("/status/currentVolumeAttributesClassName").asText("");
    }

    private String state(String claim) throws Exception {
        return scene.claim(claim).at("/status/modifyVolumeStatus/status").asText("");
    }

    private List<String> speeds() {
        return scene.driver().<ControllerModifyVolumeRequest>calls(MODIFY).stream()
                .map(request -> request.getMutableParametersOrThrow("speed"))
                .toList();
    }

    @Test
    void aVolumeBecomesWhatItsClassSaysAndVolumeAndClaimSaySo() throws Exception {
        createClass("gold");
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        wish("data", "gold");

        await().until(() -> current("data").equals("gold"));
        assertThat(state("data")).isEmpty();
        assertThat(scene.conditions("data")).isEmpty();
        assertThat(scene.volume("data").at("/spec/volumeAttributesClassName").asText())
                .isEqualTo("gold");
        assertThat(scene.version(scene.volume("data"))).isLessThan(scene.version(scene.claim("data")));
        await().until(() -> scene.events("data").equals(List.of("VolumeModify", "VolumeModifySuccessful")));
        assertThat(scene.eventTexts("data"))
                .containsExactly(
                        "external resizer is modifying volume data with vac gold",
                        "external resizer modified volume data with vac gold successfully");
        assertThat(speeds()).containsExactly("gold");
    }

    @Test
    void aClaimWaitsForAClassThatComesLater() throws Exception {
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        wish("data", "gold");

        await().until(() -> state("data").equals("Pending"));
        assertThat(scene.driver().calls(MODIFY)).isEmpty();
        await().until(() -> scene.eventTexts("data").contains("VAC \"gold\" does not exist."));
        createClass("gold");
        await().until(() -> current("data").equals("gold"));
    }

    @Test
    void theTargetStaysWhileTheDriverMayBeAtItAndThenTheNewWishCounts() throws Exception {
        createClass("gold");
        createClass("silver");
        refuse(Status.Code.ABORTED);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        wish("data", "gold");
        await().until(() -> scene.conditions("data").contains("ModifyVolumeError"));
        assertThat(scene.message("data", "ModifyingVolume"))
                .isEqualTo("Modifying volume to \"gold\" is still in progress.");
        wish("data", "silver");
        int before = speeds().size();
        await().until(() -> speeds().size() > before + 2);
        assertThat(speeds()).containsOnly("gold");
        await().until(() -> scene.eventTexts("data")
                .contains("rpc error: code = Aborted desc = not now. Still modifying to VAC gold"));

        scene.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
        await().until(() -> current("data").equals("silver"));
        assertThat(speeds()).endsWith("gold", "silver");
        assertThat(scene.conditions("data")).isEmpty();
    }

    @Test
    void aClassThatIsRefusedRestsAndTheWayBackIsOpen() throws Exception {
        createClass("gold");
        createClass("silver");
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        wish("data", "silver");
        await().until(() -> current("data").equals("silver"));

        refuse(Status.Code.INVALID_ARGUMENT);
        wish("data", "gold");
        await().until(() -> state("data").equals("Infeasible"));
        assertThat(scene.message("data", "ModifyingVolume"))
                .isEqualTo("Modifying volume to \"gold\" failed. Waiting for retry.");
        assertThat(scene.message("data", "ModifyVolumeError")).isEqualTo("not now");

        scene.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
        wish("data", "silver");
        await().until(() -> state("data").isEmpty());
        assertThat(current("data")).isEqualTo("silver");
        assertThat(speeds()).containsExactly("silver", "gold", "silver");
        assertThat(scene.conditions("data")).isEmpty();
    }

    @Test
    void namesAndTheSecretOfTheVolumeGoToTheDriver() throws Exception {
        createClass("gold");
        scene.stage().create(Kinds.SECRETS, BoundClaim.NAMESPACE, """
                {"metadata": {"name": "key"}, "data": {"password": "b3BlbiBzZXNhbWU="}}
                """);
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        var annotations = Json.object();
        annotations
                .withObject("/metadata/annotations")
                .put("volume.kubernetes.io/controller-modify-secret-name", "key")
                .put("volume.kubernetes.io/controller-modify-secret-namespace", BoundClaim.NAMESPACE);
        scene.stage().api().patch(Kinds.VOLUMES, "", "pv-data", Patch.merge(annotations));
        // Only now: news of a volume may come after news of its claim.
        ResizerOptions usual = Scene.options();
        scene.start(new ResizerOptions(
                usual.resync(),
                usual.workers(),
                true,
                usual.timeout(),
                usual.retryStart(),
                usual.retryMax(),
                true,
                ""));
        wish("data", "gold");
        await().until(() -> current("data").equals("gold"));

        ControllerModifyVolumeRequest request =
                scene.driver().<ControllerModifyVolumeRequest>calls(MODIFY).getLast();
        assertThat(request.getSecretsMap()).isEqualTo(Map.of("password", "open sesame"));
        assertThat(request.getMutableParametersMap())
                .isEqualTo(Map.of(
                        "speed",
                        "gold",
                        "csi.storage.k8s.io/pvc/name",
                        "data",
                        "csi.storage.k8s.io/pvc/namespace",
                        BoundClaim.NAMESPACE,
                        "csi.storage.k8s.io/pv/name",
                        "pv-data"));
    }

    @Test
    void anInterruptedModificationIsFinishedByTheNextProcess() throws Exception {
        createClass("gold");
        createClass("silver");
        BoundClaim.create(scene.stage(), "data", "1Gi", "1Gi");
        wish("data", "silver");
        BoundClaim.patch(scene.stage(), "data", """
                {"status": {"modifyVolumeStatus": {"status": "InProgress", "targetVolumeAttributesClassName": "gold"}}}
                """);
        scene.start(Scene.options());

        await().until(() -> current("data").equals("silver"));
        assertThat(speeds()).containsExactly("gold", "silver");
    }

    @Test
    void switchedOffNothingIsModified() throws Exception {
        scene.driver().controller(RPC.Type.MODIFY_VOLUME, RPC.Type.EXPAND_VOLUME);
        createClass("gold");
        scene.start(Scene.options(), FeatureGates.with(Gate.ATTRIBUTES_CLASSES, false));
        assertThat(scene.mirrors()).doesNotContain("volumeattributesclasses.storage.k8s.io");
    }
}
