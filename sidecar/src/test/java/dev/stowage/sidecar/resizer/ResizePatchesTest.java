package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ResizePatchesTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123Z");
    private static final Quantity TWO = Quantity.parse("2Gi");

    private final ResizePatches patches = new ResizePatches(new ResizeSettings("d", true, true, true));
    private final ResizePatches plain = new ResizePatches(new ResizeSettings("d", true, false, false));

    @Test
    void aNewSizeIsWrittenWithItsStateAndInPlaceOfOldConditions() {
        PersistentVolumeClaim claim = ResizeObjects.claim("2Gi", "1Gi", "", "", "ControllerResizeError+Other");

        check(patches.inProgress(claim, TWO, true, NOW), """
                {"status":{"conditions":[{"type":"Resizing","status":"True","lastProbeTime":null,\
                "lastTransitionTime":"2030-01-01T00:00:00Z"},{"$patch":"delete","type":"ControllerResizeError"}],\
                "allocatedResourceStatuses":{"storage":"ControllerResizeInProgress"},\
                "allocatedResources":{"storage":"2Gi"}},"metadata":{"resourceVersion":"7"}}""");
    }

    @Test
    void theSameSizeLeavesStateAndConditionsAsTheyAre() {
        PersistentVolumeClaim claim =
                ResizeObjects.claim("2Gi", "1Gi", "2Gi", "ControllerResizeInfeasible", "ControllerResizeError");

        check(patches.inProgress(claim, TWO, false, NOW), """
                {"status":{"conditions":[{"type":"Resizing","status":"True","lastProbeTime":null,\
                "lastTransitionTime":"2030-01-01T00:00:00Z"}]},"metadata":{"resourceVersion":"7"}}""");
    }

    @Test
    void theEndTakesTheMarksAwayAndKeepsConditionsOfOthers() {
        PersistentVolumeClaim claim =
                ResizeObjects.claim("2Gi", "1Gi", "2Gi", "ControllerResizeInProgress", "Other+Resizing");

        check(patches.finished(claim, TWO), """
                {"status":{"conditions":[{"$patch":"delete","type":"Resizing"}],"capacity":{"storage":"2Gi"},\
                "allocatedResourceStatuses":{"storage":null}},"metadata":{"annotations":\
                {"volume.kubernetes.io/node-expansion-not-required":"true"},"resourceVersion":"7"}}""");
        check(plain.finished(claim, TWO), """
                {"status":{"conditions":[{"$patch":"delete","type":"Resizing"}],"capacity":{"storage":"2Gi"}},\
                "metadata":{"resourceVersion":"7"}}""");
    }

    @Test
    void aFailureIsWrittenWhateverElseHasChanged() {
        PersistentVolumeClaim claim =
                ResizeObjects.claim("2Gi", "1Gi", "2Gi", "ControllerResizeInProgress", "Resizing");

        check(patches.failed(claim, true, "no", NOW), """
                {"status":{"conditions":[{"type":"ControllerResizeError","status":"True","lastProbeTime":null,\
                "lastTransitionTime":"2030-01-01T00:00:00Z","message":"failed to expand pvc with no"}],\
                "allocatedResourceStatuses":{"storage":"ControllerResizeInfeasible"}}}""");
        assertThat(patches.failed(claim, false, "no", NOW)
                        .body()
                        .at("/status/allocatedResourceStatuses")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void theVolumeRemembersItsFirstSizeOnlyAndOnlyForTheNode() {
        PersistentVolume small = ResizeObjects.volume("1Gi");
        Quantity one = Quantity.parse("1Gi");

        check(patches.volumeResized(small, one, TWO, true).orElseThrow(), """
                {"spec":{"capacity":{"storage":"2Gi"}},"metadata":{"annotations":\
                {"volume.alpha.kubernetes.io/pre-resize-capacity":"1Gi"}}}""");
        check(patches.volumeResized(small, one, TWO, false).orElseThrow(), """
                {"spec":{"capacity":{"storage":"2Gi"}}}""");
        check(plain.volumeResized(small, one, TWO, true).orElseThrow(), """
                {"spec":{"capacity":{"storage":"2Gi"}}}""");
        assertThat(patches.volumeResized(ResizeObjects.volume("2Gi"), one, TWO, false))
                .isEmpty();
    }

    private static void check(Patch patch, String expected) {
        assertThat(patch.type()).isEqualTo(Patch.Type.STRATEGIC);
        assertThat(new String(Json.write(patch.body()), StandardCharsets.UTF_8)).isEqualTo(expected);
    }
}
