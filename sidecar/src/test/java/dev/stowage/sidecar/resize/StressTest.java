package dev.stowage.sidecar.resize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.sidecar.stage.BoundClaim;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StressTest {
    private static final int CLAIMS = 200;
    /// The claim is marked, the volume written, the claim written.
    private static final int WRITES = 3;

    @TempDir
    private Path folder;

    @Test
    void manyClaimsAtOnceCostThreeWritesAndOneCallEach() throws Exception {
        try (Scene scene = new Scene(folder)) {
            scene.driver().controller(RPC.Type.EXPAND_VOLUME);
            scene.driver()
                    .<ControllerExpandVolumeRequest>on(
                            "ControllerExpandVolume",
                            request -> ControllerExpandVolumeResponse.newBuilder()
                                    .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                                    .setNodeExpansionRequired(
                                            request.getVolumeId().endsWith("0"))
                                    .build());
            for (int i = 0; i < CLAIMS; i++) {
                BoundClaim.create(scene.stage(), "c" + i, "2Gi", "1Gi");
            }
            scene.start(Scene.options());

            await().until(() ->
                    scene.count(claim -> claim.status().capacity().text().equals("2Gi")
                                    || claim.status().resize().equals("NodeResizePending"))
                            == CLAIMS);
            assertThat(scene.requests()).isEqualTo(WRITES * CLAIMS);
            assertThat(scene.driver().calls("ControllerExpandVolume")).hasSize(CLAIMS);
            // That it begins, and that it is done.
            await().until(() -> scene.eventRequests() == 2 * CLAIMS);
        }
    }
}
