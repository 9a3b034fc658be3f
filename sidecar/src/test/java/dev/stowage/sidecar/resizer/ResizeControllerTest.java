package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.sidecar.SidecarFeature;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ResizeControllerTest extends ResizerTestCase {
    private static final long GIB = 1L << 30;

    @Test
    void aVolumeGrowsAndTheClaimIsDoneWhenTheNodeHasNothingToDo() throws Exception {
        resizerFixture.expands(false);
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> resizerFixture.capacity("data").equals("2Gi"));

        JsonNode claim = resizerFixture.claim("data");
        assertThat(claim.at("/metadata/annotations/volume.kubernetes.io~1node-expansion-not-required")
                        .asText())
                .isEqualTo("true");
        assertThat(claim.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(claim.at("/status/allocatedResourceStatuses/storage").asText())
                .isEmpty();
        assertThat(claim.at("/status/conditions")).isEmpty();
        assertThat(resizerFixture.volume("data").at("/spec/capacity/storage").asText())
                .isEqualTo("2Gi");
        assertThat(resizerFixture.volume("data").at("/metadata/annotations")).isEmpty();
        await().until(() -> resizerFixture.events("data").equals(List.of("Resizing", "VolumeResizeSuccessful")));
        ControllerExpandVolumeRequest request = resizerFixture
                .driver()
                .<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND)
                .getFirst();
        assertThat(request.getVolumeId()).isEqualTo("h-data");
        assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2 * GIB);
        assertThat(request.getVolumeCapability().hasMount()).isTrue();
        assertThat(resizerFixture.driver().calls(ResizerFixture.EXPAND)).hasSize(1);
    }

    @Test
    void theNodeDoesTheRestAndTheOldSizeIsRememberedUntilThen() throws Exception {
        resizerFixture.expands(true);
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> resizerFixture.state("data").equals("NodeResizePending"));

        assertThat(resizerFixture.conditions("data")).containsExactlyInAnyOrder("Resizing", "FileSystemResizePending");
        assertThat(resizerFixture.volume("data").at("/spec/capacity/storage").asText())
                .isEqualTo("2Gi");
        assertThat(preResize("data")).isEqualTo("1Gi");
        assertThat(resizerFixture.capacity("data")).isEqualTo("1Gi");
        await().until(() -> resizerFixture.events("data").equals(List.of("FileSystemResizeRequired", "Resizing")));

        // As the kubelet does.
        BoundClaims.patch(resizerFixture.sidecarFixture(), "data", """
                {"status": {"capacity": {"storage": "2Gi"}, "allocatedResourceStatuses": null, "conditions": []}}
                """);
        await().until(() -> preResize("data").isEmpty());
        assertThat(resizerFixture.driver().calls(ResizerFixture.EXPAND)).hasSize(1);
    }

    private String preResize(String claim) throws Exception {
        return resizerFixture
                .volume(claim)
                .at("/metadata/annotations/volume.alpha.kubernetes.io~1pre-resize-capacity")
                .asText("");
    }

    @Test
    void theClaimIsMarkedBeforeTheCallAndTheVolumeIsWrittenBeforeTheClaim() throws Exception {
        AtomicReference<JsonNode> during = new AtomicReference<>();
        resizerFixture.driver().<ControllerExpandVolumeRequest>on(ResizerFixture.EXPAND, _ -> {
            during.set(resizerFixture.claimNow("data"));
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(3 * GIB)
                    .build();
        });
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");
        await().until(() -> resizerFixture.capacity("data").equals("3Gi"));

        JsonNode marked = during.get();
        assertThat(marked.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(marked.at("/status/allocatedResourceStatuses/storage").asText())
                .isEqualTo("ControllerResizeInProgress");
        assertThat(marked.at("/status/conditions/0/type").asText()).isEqualTo("Resizing");
        assertThat(resizerFixture.version(resizerFixture.volume("data")))
                .isLessThan(resizerFixture.version(resizerFixture.claim("data")));
    }

    @Test
    void aSizeIsKeptWhileTheDriverMayBeAtItAndTakenBackOnceItSaidNo() throws Exception {
        resizerFixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.UNAVAILABLE, "busy");
        });
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "10Gi", "1Gi");
        await().until(() ->
                !resizerFixture.driver().calls(ResizerFixture.EXPAND).isEmpty());
        resizerFixture.request("data", "5Gi");
        int before = resizerFixture.driver().calls(ResizerFixture.EXPAND).size();
        await().until(() -> resizerFixture.driver().calls(ResizerFixture.EXPAND).size() > before + 2);
        assertThat(resizerFixture.sizes()).containsOnly(10 * GIB);

        resizerFixture.driver().<ControllerExpandVolumeRequest>on(ResizerFixture.EXPAND, request -> {
            if (request.getCapacityRange().getRequiredBytes() > 6 * GIB) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "too much");
            }
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(5 * GIB)
                    .build();
        });
        await().until(() -> resizerFixture.capacity("data").equals("5Gi"));
        assertThat(resizerFixture.sizes()).last().isEqualTo(5 * GIB);
        assertThat(resizerFixture
                        .claim("data")
                        .at("/status/allocatedResources/storage")
                        .asText())
                .isEqualTo("5Gi");
        assertThat(resizerFixture.claim("data").at("/status/conditions")).isEmpty();
    }

    @Test
    void aFailureIsWrittenIntoTheClaimAsTheGoComponentsDo() throws Exception {
        resizerFixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.INTERNAL, "no luck");
        });
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> resizerFixture.conditions("data").contains("ControllerResizeError"));
        assertThat(resizerFixture.state("data")).isEqualTo("ControllerResizeInProgress");
        assertThat(resizerFixture.message("data", "ControllerResizeError"))
                .isEqualTo("failed to expand pvc with rpc error: code = Internal desc = no luck");
        await().until(() -> resizerFixture.events("data").contains("VolumeResizeFailed"));
        assertThat(resizerFixture.eventTexts("data"))
                .contains("resize volume \"pv-data\" by resizer \"" + FakeDriver.NAME
                        + "\" failed: rpc error: code = Internal desc = no luck");
    }

    @Test
    void aWishThatCannotBeFulfilledIsNotRepeatedBeforeTheLongestPauseIsOver() throws Exception {
        resizerFixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.OUT_OF_RANGE, "too large");
        });
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "10Gi", "1Gi");
        await().until(() -> resizerFixture.state("data").equals("ControllerResizeInfeasible"));
        await().until(() -> resizerFixture.driver().calls(ResizerFixture.EXPAND).size() == 2);

        // Another wish counts at once.
        resizerFixture.expands(false);
        resizerFixture.request("data", "4Gi");
        await().until(() -> resizerFixture.capacity("data").equals("4Gi"));
        assertThat(resizerFixture.sizes()).containsExactly(10 * GIB, 10 * GIB, 4 * GIB);
    }

    @Test
    void podsAreWatchedOnlyAfterADriverMindsThemAndTheirEndIsWaitedFor() throws Exception {
        resizerFixture
                .sidecarFixture()
                .create(
                        new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read),
                        BoundClaims.NAMESPACE,
                        "{\"metadata\": {\"name\": \"default\"}}");
        resizerFixture.sidecarFixture().create(Kinds.PODS, BoundClaims.NAMESPACE, """
                {"metadata": {"name": "user"}, "spec": {"containers": [{"name": "c", "image": "i"}],
                 "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]}}
                """);
        resizerFixture.expands(false);
        resizerFixture.start(ResizerFixture.options());
        BoundClaims.create(resizerFixture.sidecarFixture(), "easy", "2Gi", "1Gi");
        await().until(() -> resizerFixture.capacity("easy").equals("2Gi"));
        assertThat(resizerFixture.mirrors()).doesNotContain("pods");

        resizerFixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
        });
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");
        await().until(() -> resizerFixture
                .eventTexts("data")
                .contains("Unable to expand default/data because CSI driver " + FakeDriver.NAME
                        + " only supports offline expansion and volume is currently in-use"));
        assertThat(resizerFixture.mirrors()).contains("pods");
        assertThat(resizerFixture.driver().calls(ResizerFixture.EXPAND)).hasSize(2);

        resizerFixture.expands(false);
        resizerFixture.deletePod("user");
        await().until(() -> resizerFixture.capacity("data").equals("2Gi"));
    }

    @Test
    void withoutRecoveryOnlyConditionsAndCapacityAreWritten() throws Exception {
        resizerFixture.expands(true);
        resizerFixture.start(
                ResizerFixture.options(),
                FeatureGates.parse(
                        "RecoverVolumeExpansionFailure=false,AnnotateFsResize=false",
                        List.of(SidecarFeature.values())));
        BoundClaims.create(resizerFixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> resizerFixture.conditions("data").equals(List.of("FileSystemResizePending")));
        assertThat(resizerFixture.state("data")).isEmpty();
        assertThat(resizerFixture.claim("data").at("/status/allocatedResources").isMissingNode())
                .isTrue();
        assertThat(preResize("data")).isEmpty();

        resizerFixture.expands(false);
        BoundClaims.create(resizerFixture.sidecarFixture(), "more", "2Gi", "1Gi");
        await().until(() -> resizerFixture.capacity("more").equals("2Gi"));
        assertThat(resizerFixture.conditions("more")).isEmpty();
        assertThat(resizerFixture.claim("more").at("/metadata/annotations")).isEmpty();
    }
}
