package dev.stowage.sidecar.modifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.resizer.ResizerFixture;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModifyFailuresTest {

    @TempDir
    private Path folder;

    private final CountDownLatch release = new CountDownLatch(1);
    private ResizerFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new ResizerFixture(folder);
        fixture.driver().controller(RPC.Type.MODIFY_VOLUME, RPC.Type.EXPAND_VOLUME);
        fixture.driver().<ControllerModifyVolumeRequest>on("ControllerModifyVolume", request -> {
            if (request.getVolumeId().contains("hung")) {
                hang();
            }
            return ControllerModifyVolumeResponse.getDefaultInstance();
        });
        fixture.driver()
                .<ControllerExpandVolumeRequest>on(
                        "ControllerExpandVolume",
                        request -> ControllerExpandVolumeResponse.newBuilder()
                                .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                                .build());
        fixture.sidecarFixture().create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata": {"name": "gold"}, "driverName": "%s", "parameters": {"speed": "high"}}
                """.formatted(FakeDriver.NAME));
    }

    @AfterEach
    void close() throws Exception {
        release.countDown();
        fixture.close();
    }

    private void hang() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void create(String name, String size) throws Exception {
        BoundClaims.create(fixture.sidecarFixture(), name, size, "1Gi");
        var spec = Json.object().put("volumeAttributesClassName", "gold");
        fixture.sidecarFixture()
                .api()
                .patch(
                        Kinds.CLAIMS,
                        BoundClaims.NAMESPACE,
                        name,
                        Patch.merge(Json.object().set("spec", spec)));
    }

    private String current(String claim) throws Exception {
        return fixture.claim(claim)
                .at("/status/currentVolumeAttributesClassName")
                .asText("");
    }

    @Test
    void aModificationThatHangsHoldsUpNoOtherClaimNorTheSizeOfItsOwn() throws Exception {
        fixture.start(ResizerFixture.options());
        create("hung", "2Gi");
        await().until(() -> !fixture.driver().calls("ControllerModifyVolume").isEmpty());
        create("fine", "1Gi");

        await().until(() -> current("fine").equals("gold"));
        await().until(() -> fixture.capacity("hung").equals("2Gi"));
        assertThat(current("hung")).isEmpty();
        release.countDown();
        await().until(() -> current("hung").equals("gold"));
        assertThat(fixture.capacity("hung")).isEqualTo("2Gi");
    }

    @Test
    void manyClaimsGrowAndChangeAtOnceWithoutUndoingEachOther() throws Exception {
        int claims = 20;
        for (int i = 0; i < claims; i++) {
            create("c" + i, "2Gi");
        }
        fixture.start(ResizerFixture.options());

        await().until(() ->
                fixture.count(claim -> claim.status().capacity().text().equals("2Gi")
                                && "gold".equals(claim.status().currentAttributesClass())
                                && claim.status().modifyVolumeStatus() == null
                                && claim.status().resize().isEmpty()
                                && claim.status().conditions().isEmpty())
                        == claims);
        assertThat(fixture.volume("c7").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(fixture.volume("c7").at("/spec/volumeAttributesClassName").asText())
                .isEqualTo("gold");
    }

    @Test
    void discoveryDecidesWhetherTheServerHasClasses() throws Exception {
        assertThat(AttributesClassDiscovery.isServed(fixture.sidecarFixture().api()))
                .isTrue();
        assertThat(AttributesClassDiscovery.isListed(
                        Json.read("{\"resources\": [{\"kind\": \"StorageClass\"}]}".getBytes(StandardCharsets.UTF_8))))
                .isFalse();
    }
}
