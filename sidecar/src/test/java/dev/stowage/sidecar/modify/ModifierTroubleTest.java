package dev.stowage.sidecar.modify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.sidecar.resize.Scene;
import dev.stowage.sidecar.stage.BoundClaim;
import dev.stowage.sidecar.stage.FakeDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModifierTroubleTest {

    @TempDir
    private Path folder;

    private final CountDownLatch release = new CountDownLatch(1);
    private Scene scene;

    @BeforeEach
    void open() throws Exception {
        scene = new Scene(folder);
        scene.driver().controller(RPC.Type.MODIFY_VOLUME, RPC.Type.EXPAND_VOLUME);
        scene.driver().<ControllerModifyVolumeRequest>on("ControllerModifyVolume", request -> {
            if (request.getVolumeId().contains("hung")) {
                hang();
            }
            return ControllerModifyVolumeResponse.getDefaultInstance();
        });
        scene.driver()
                .<ControllerExpandVolumeRequest>on(
                        "ControllerExpandVolume",
                        request -> ControllerExpandVolumeResponse.newBuilder()
                                .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                                .build());
        scene.stage().create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata": {"name": "gold"}, "driverName": "%s", "parameters": {"speed": "high"}}
                """.formatted(FakeDriver.NAME));
    }

    @AfterEach
    void close() throws Exception {
        release.countDown();
        scene.close();
    }

    private void hang() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void create(String name, String size) throws Exception {
        BoundClaim.create(scene.stage(), name, size, "1Gi");
        var spec = Json.object().put("volumeAttributesClassName", "gold");
        scene.stage()
                .api()
                .patch(
                        Kinds.CLAIMS,
                        BoundClaim.NAMESPACE,
                        name,
                        Patch.merge(Json.object().set("spec", spec)));
    }

    private String current(String claim) throws Exception {
        return scene.claim(claim).at("/status/currentVolumeAttributesClassName").asText("");
    }

    @Test
    void aModificationThatHangsHoldsUpNoOtherClaimNorTheSizeOfItsOwn() throws Exception {
        scene.start(Scene.options());
        create("hung", "2Gi");
        await().until(() -> !scene.driver().calls("ControllerModifyVolume").isEmpty());
        create("fine", "1Gi");

        await().until(() -> current("fine").equals("gold"));
        await().until(() -> scene.capacity("hung").equals("2Gi"));
        assertThat(current("hung")).isEmpty();
        release.countDown();
        await().until(() -> current("hung").equals("gold"));
        assertThat(scene.capacity("hung")).isEqualTo("2Gi");
    }

    @Test
    void manyClaimsGrowAndChangeAtOnceWithoutUndoingEachOther() throws Exception {
        int claims = 20;
        for (int i = 0; i < claims; i++) {
            create("c" + i, "2Gi");
        }
        scene.start(Scene.options());

        await().until(() ->
                scene.count(claim -> claim.status().capacity().text().equals("2Gi")
                                && "gold".equals(claim.status().currentAttributesClass())
                                && claim.status().modifyVolumeStatus() == null
                                && claim.status().resize().isEmpty()
                                && claim.status().conditions().isEmpty())
                        == claims);
        assertThat(scene.volume("c7").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(scene.volume("c7").at("/spec/volumeAttributesClassName").asText())
                .isEqualTo("gold");
    }

    @Test
    void theServerIsAskedWhetherItHasClasses() throws Exception {
        assertThat(ClassesApi.isThere(scene.stage().api())).isTrue();
        assertThat(ClassesApi.isListed(
                        Json.read("{\"resources\": [{\"kind\": \"StorageClass\"}]}".getBytes(StandardCharsets.UTF_8))))
                .isFalse();
    }
}
