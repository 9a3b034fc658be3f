package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.sidecar.testing.BoundClaims;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResizerStressTest {
    private static final int CLAIMS = 200;
    /// The writes per claim: its status, the volume, its status again.
    private static final int WRITES = 3;

    @TempDir
    private Path folder;

    @Test
    void manyClaimsAtOnceCostThreeWritesAndOneCallEach() throws Exception {
        try (ResizerFixture fixture = new ResizerFixture(folder)) {
            fixture.driver().controller(RPC.Type.EXPAND_VOLUME);
            fixture.driver()
                    .<ControllerExpandVolumeRequest>on(
                            "ControllerExpandVolume",
                            request -> ControllerExpandVolumeResponse.newBuilder()
                                    .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                                    .setNodeExpansionRequired(
                                            request.getVolumeId().endsWith("0"))
                                    .build());
            for (int i = 0; i < CLAIMS; i++) {
                BoundClaims.create(fixture.sidecarFixture(), "c" + i, "2Gi", "1Gi");
            }
            fixture.start(ResizerFixture.options());

            await().until(() ->
                    fixture.count(claim -> claim.status().capacity().text().equals("2Gi")
                                    || claim.status().resize().equals("NodeResizePending"))
                            == CLAIMS);
            assertThat(fixture.requests()).isEqualTo(WRITES * CLAIMS);
            assertThat(fixture.driver().calls("ControllerExpandVolume")).hasSize(CLAIMS);
            // One event at the start, one at the end.
            await().until(() -> fixture.eventRequests() == 2 * CLAIMS);
        }
    }
}
