package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A claim that fails does not affect others.
final class BadClaimTest extends ResizerTestCase {
    private static final String EXPAND = "ControllerExpandVolume";

    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void answers() {
        fixture.driver().on(EXPAND, this::answer);
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private ControllerExpandVolumeResponse answer(ControllerExpandVolumeRequest request) {
        String handle = request.getVolumeId();
        if (handle.contains("hung")) {
            hang();
        }
        if (handle.contains("broken")) {
            throw FakeDriver.failure(Status.Code.UNKNOWN, "\u0000\uFFFF\n" + "x".repeat(100_000));
        }
        if (handle.contains("nothing")) {
            return ControllerExpandVolumeResponse.getDefaultInstance();
        }
        return ControllerExpandVolumeResponse.newBuilder()
                .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                .build();
    }

    private void hang() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ResizerOptions options(int workers, Duration timeout) {
        return new ResizerOptions(
                Duration.ofMinutes(10),
                workers,
                false,
                timeout,
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                true,
                "");
    }

    private long calls(String handle) {
        return fixture.driver().<ControllerExpandVolumeRequest>calls(EXPAND).stream()
                .filter(request -> request.getVolumeId().equals(handle))
                .count();
    }

    @Test
    void aCallThatHangsDoesNotHoldUpOtherClaims() throws Exception {
        fixture.start(options(2, Duration.ofMinutes(5)));
        BoundClaims.create(fixture.sidecarFixture(), "hung", "2Gi", "1Gi");
        await().until(() -> calls("h-hung") == 1);
        for (int i = 0; i < 5; i++) {
            BoundClaims.create(fixture.sidecarFixture(), "fine" + i, "2Gi", "1Gi");
        }

        for (int i = 0; i < 5; i++) {
            String name = "fine" + i;
            await().until(() -> fixture.capacity(name).equals("2Gi"));
        }
        assertThat(calls("h-hung")).isEqualTo(1);
        assertThat(fixture.state("hung")).isEqualTo("ControllerResizeInProgress");

        release.countDown();
        await().until(() -> fixture.capacity("hung").equals("2Gi"));
    }

    @Test
    void volumesThatHangAgainAndAgainLeaveTheWorkersToOthers() throws Exception {
        fixture.start(options(2, Duration.ofMillis(300)));
        for (int i = 0; i < 6; i++) {
            BoundClaims.create(fixture.sidecarFixture(), "hung" + i, "2Gi", "1Gi");
        }
        for (int i = 0; i < 6; i++) {
            String handle = "h-hung" + i;
            await().until(() -> calls(handle) >= 1);
        }
        BoundClaims.create(fixture.sidecarFixture(), "fine", "2Gi", "1Gi");

        await().until(() -> fixture.capacity("fine").equals("2Gi"));
        release.countDown();
        for (int i = 0; i < 6; i++) {
            String name = "hung" + i;
            await().until(() -> fixture.capacity(name).equals("2Gi"));
        }
    }

    @Test
    void whatCannotBeSaidToTheDriverOrIsAnsweredWithRubbishIsTheClaimsOwnTrouble() throws Exception {
        fixture.start(options(1, Duration.ofSeconds(10)));
        BoundClaims.create(fixture.sidecarFixture(), "modes", "2Gi", "1Gi", """
                {"accessModes": ["ReadWriteOnce", "ReadOnlyMany"]}
                """);
        BoundClaims.create(fixture.sidecarFixture(), "secretless", "2Gi", "1Gi", """
                {"csi": {"driver": "%s", "volumeHandle": "x",
                 "controllerExpandSecretRef": {"name": "nobody", "namespace": "default"}}}
                """.formatted(FakeDriver.NAME));
        BoundClaims.create(fixture.sidecarFixture(), "broken", "2Gi", "1Gi");
        BoundClaims.create(fixture.sidecarFixture(), "nothing", "2Gi", "1Gi");
        BoundClaims.create(fixture.sidecarFixture(), "fine", "2Gi", "1Gi");

        await().until(() -> fixture.capacity("fine").equals("2Gi"));
        await().until(() -> fixture.capacity("nothing").equals("2Gi"));
        await().until(() -> fixture.events("modes").contains("VolumeResizeFailed"));
        await().until(() -> fixture.eventTexts("secretless").stream()
                .anyMatch(text -> text.endsWith(
                        "failed: error getting secret nobody in namespace default: secrets \"nobody\" not found")));
        await().until(() -> calls("h-broken") > 1);
        assertThat(fixture.message("broken", "ControllerResizeError"))
                .startsWith("failed to expand pvc with rpc error: code = Unknown desc = ")
                .hasSizeLessThan(5000);
        assertThat(calls("h-modes") + calls("x")).isZero();
    }

    @Test
    void aClaimThatGoesInTheMiddleLeavesNothingBehind() throws Exception {
        fixture.start(options(2, Duration.ofMinutes(5)));
        BoundClaims.create(fixture.sidecarFixture(), "hung", "2Gi", "1Gi");
        await().until(() -> calls("h-hung") == 1);
        var claim = fixture.sidecarFixture()
                .api()
                .find(Kinds.CLAIMS, BoundClaims.NAMESPACE, "hung")
                .orElseThrow();
        fixture.removeFinalizers("hung");
        fixture.sidecarFixture().api().delete(claim, Kinds.CLAIMS);
        await().until(() -> !fixture.knows("hung"));
        release.countDown();

        BoundClaims.create(fixture.sidecarFixture(), "fine", "2Gi", "1Gi");
        await().until(() -> fixture.capacity("fine").equals("2Gi"));
        await().until(() -> !fixture.remembers(new NamespacedName(BoundClaims.NAMESPACE, "hung")));
    }
}
