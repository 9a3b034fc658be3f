package dev.stowage.sidecar.modifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.resizer.ResizerFixture;
import dev.stowage.sidecar.resizer.ResizerOptions;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModifyControllerTest {
    private static final String MODIFY = "ControllerModifyVolume";

    @TempDir
    private Path folder;

    private ResizerFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new ResizerFixture(folder);
        fixture.driver().controller(RPC.Type.MODIFY_VOLUME);
        fixture.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void createClass(String name) throws Exception {
        createClass(name, FakeDriver.NAME);
    }

    private void createClass(String name, String driver) throws Exception {
        fixture.sidecarFixture().create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata": {"name": "%s"}, "driverName": "%s", "parameters": {"speed": "%s"}}
                """.formatted(name, driver, name));
    }

    private void wish(String claim, String name) throws Exception {
        fixture.sidecarFixture()
                .api()
                .patch(
                        Kinds.CLAIMS,
                        BoundClaims.NAMESPACE,
                        claim,
                        Patch.merge(Json.object().set("spec", Json.object().put("volumeAttributesClassName", name))));
    }

    private void refuse(Status.Code code) {
        fixture.driver().on(MODIFY, _ -> {
            throw FakeDriver.failure(code, "not now");
        });
    }

    private String current(String claim) throws Exception {
        return fixture.claim(claim)
                .at("/status/currentVolumeAttributesClassName")
                .asText("");
    }

    private String state(String claim) throws Exception {
        return fixture.claim(claim).at("/status/modifyVolumeStatus/status").asText("");
    }

    private List<String> speeds() {
        return fixture.driver().<ControllerModifyVolumeRequest>calls(MODIFY).stream()
                .map(request -> request.getMutableParametersOrThrow("speed"))
                .toList();
    }

    @Test
    void aVolumeBecomesWhatItsClassSaysAndVolumeAndClaimSaySo() throws Exception {
        createClass("gold");
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "gold");

        await().until(() -> current("data").equals("gold"));
        assertThat(state("data")).isEmpty();
        assertThat(fixture.conditions("data")).isEmpty();
        assertThat(fixture.volume("data").at("/spec/volumeAttributesClassName").asText())
                .isEqualTo("gold");
        assertThat(fixture.version(fixture.volume("data"))).isLessThan(fixture.version(fixture.claim("data")));
        await().until(() -> fixture.events("data").equals(List.of("VolumeModify", "VolumeModifySuccessful")));
        assertThat(fixture.eventTexts("data"))
                .containsExactly(
                        "external resizer is modifying volume data with vac gold",
                        "external resizer modified volume data with vac gold successfully");
        assertThat(speeds()).containsExactly("gold");
    }

    @Test
    void aClaimWaitsForAClassThatComesLater() throws Exception {
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "gold");

        await().until(() -> state("data").equals("Pending"));
        assertThat(fixture.driver().calls(MODIFY)).isEmpty();
        await().until(() -> fixture.eventTexts("data").contains("VAC \"gold\" does not exist."));
        createClass("gold");
        await().until(() -> current("data").equals("gold"));
    }

    @Test
    void theTargetStaysWhileACallMayBeInProgressAndThenTheNewRequestCounts() throws Exception {
        createClass("gold");
        createClass("silver");
        refuse(Status.Code.ABORTED);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "gold");
        await().until(() -> fixture.conditions("data").contains("ModifyVolumeError"));
        assertThat(fixture.message("data", "ModifyingVolume"))
                .isEqualTo("Modifying volume to \"gold\" is still in progress.");
        wish("data", "silver");
        int before = speeds().size();
        await().until(() -> speeds().size() > before + 2);
        assertThat(speeds()).containsOnly("gold");
        await().until(() -> fixture.eventTexts("data")
                .contains("rpc error: code = Aborted desc = not now. Still modifying to VAC gold"));

        fixture.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
        await().until(() -> current("data").equals("silver"));
        assertThat(speeds()).endsWith("gold", "silver");
        assertThat(fixture.conditions("data")).isEmpty();
    }

    @Test
    void aClassThatIsRefusedRestsAndTheWayBackIsOpen() throws Exception {
        createClass("gold");
        createClass("silver");
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "silver");
        await().until(() -> current("data").equals("silver"));

        refuse(Status.Code.INVALID_ARGUMENT);
        wish("data", "gold");
        await().until(() -> state("data").equals("Infeasible"));
        assertThat(fixture.message("data", "ModifyingVolume"))
                .isEqualTo("Modifying volume to \"gold\" failed. Waiting for retry.");
        assertThat(fixture.message("data", "ModifyVolumeError")).isEqualTo("not now");

        fixture.driver().on(MODIFY, _ -> ControllerModifyVolumeResponse.getDefaultInstance());
        wish("data", "silver");
        await().until(() -> state("data").isEmpty());
        assertThat(current("data")).isEqualTo("silver");
        assertThat(speeds()).containsExactly("silver", "gold", "silver");
        assertThat(fixture.conditions("data")).isEmpty();
    }

    @Test
    void aClassOfAnotherDriverIsInfeasibleAndNotPassedOn() throws Exception {
        createClass("gold", "other.example.com");
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "gold");

        await().until(() -> state("data").equals("Infeasible"));
        assertThat(fixture.message("data", "ModifyVolumeError"))
                .isEqualTo(
                        "VAC gold is for driver other.example.com which does not match driver name " + FakeDriver.NAME);
        assertThat(current("data")).isEmpty();
        assertThat(fixture.driver().calls(MODIFY)).isEmpty();
    }

    @Test
    void namesAndTheSecretOfTheVolumeGoToTheDriver() throws Exception {
        createClass("gold");
        fixture.sidecarFixture().create(Kinds.SECRETS, BoundClaims.NAMESPACE, """
                {"metadata": {"name": "key"}, "data": {"password": "b3BlbiBzZXNhbWU="}}
                """);
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        var annotations = Json.object();
        annotations
                .withObject("/metadata/annotations")
                .put("volume.kubernetes.io/controller-modify-secret-name", "key")
                .put("volume.kubernetes.io/controller-modify-secret-namespace", BoundClaims.NAMESPACE);
        fixture.sidecarFixture().api().patch(Kinds.VOLUMES, "", "pv-data", Patch.merge(annotations));
        // Only now: news of a volume may come after news of its claim.
        ResizerOptions usual = ResizerFixture.options();
        fixture.start(new ResizerOptions(
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
                fixture.driver().<ControllerModifyVolumeRequest>calls(MODIFY).getLast();
        assertThat(request.getSecretsMap()).isEqualTo(Map.of("password", "open sesame"));
        assertThat(request.getMutableParametersMap())
                .isEqualTo(Map.of(
                        "speed",
                        "gold",
                        "csi.storage.k8s.io/pvc/name",
                        "data",
                        "csi.storage.k8s.io/pvc/namespace",
                        BoundClaims.NAMESPACE,
                        "csi.storage.k8s.io/pv/name",
                        "pv-data"));
    }

    @Test
    void anInterruptedModificationIsFinishedByTheNextProcess() throws Exception {
        createClass("gold");
        createClass("silver");
        BoundClaims.create(fixture.sidecarFixture(), "data", "1Gi", "1Gi");
        wish("data", "silver");
        BoundClaims.patch(fixture.sidecarFixture(), "data", """
                {"status": {"modifyVolumeStatus": {"status": "InProgress", "targetVolumeAttributesClassName": "gold"}}}
                """);
        fixture.start(ResizerFixture.options());

        await().until(() -> current("data").equals("silver"));
        assertThat(speeds()).containsExactly("gold", "silver");
    }

    @Test
    void switchedOffNothingIsModified() throws Exception {
        fixture.driver().controller(RPC.Type.MODIFY_VOLUME, RPC.Type.EXPAND_VOLUME);
        createClass("gold");
        fixture.start(ResizerFixture.options(), FeatureGates.with(StorageFeatures.ATTRIBUTES_CLASSES, false));
        assertThat(fixture.mirrors()).doesNotContain("volumeattributesclasses.storage.k8s.io");
    }
}
