package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
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
        fixture.expands(false);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> fixture.capacity("data").equals("2Gi"));

        JsonNode claim = fixture.claim("data");
        assertThat(claim.at("/metadata/annotations/volume.kubernetes.io~1node-expansion-not-required")
                        .asText())
                .isEqualTo("true");
        assertThat(claim.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(claim.at("/status/allocatedResourceStatuses/storage").asText())
                .isEmpty();
        assertThat(claim.at("/status/conditions")).isEmpty();
        assertThat(fixture.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(fixture.volume("data").at("/metadata/annotations")).isEmpty();
        await().until(() -> fixture.events("data").equals(List.of("Resizing", "VolumeResizeSuccessful")));
        ControllerExpandVolumeRequest request = fixture.driver()
                .<ControllerExpandVolumeRequest>calls(ResizerFixture.EXPAND)
                .getFirst();
        assertThat(request.getVolumeId()).isEqualTo("h-data");
        assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2 * GIB);
        assertThat(request.getVolumeCapability().hasMount()).isTrue();
        assertThat(fixture.driver().calls(ResizerFixture.EXPAND)).hasSize(1);
    }

    @Test
    void theNodeDoesTheRestAndTheOldSizeIsRememberedUntilThen() throws Exception {
        fixture.expands(true);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> fixture.state("data").equals("NodeResizePending"));

        assertThat(fixture.conditions("data")).containsExactlyInAnyOrder("Resizing", "FileSystemResizePending");
        assertThat(fixture.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(preResize("data")).isEqualTo("1Gi");
        assertThat(fixture.capacity("data")).isEqualTo("1Gi");
        await().until(() -> fixture.events("data").equals(List.of("FileSystemResizeRequired", "Resizing")));

        // Like the kubelet.
        BoundClaims.patch(fixture.sidecarFixture(), "data", """
                {"status": {"capacity": {"storage": "2Gi"}, "allocatedResourceStatuses": null, "conditions": []}}
                """);
        await().until(() -> preResize("data").isEmpty());
        assertThat(fixture.driver().calls(ResizerFixture.EXPAND)).hasSize(1);
    }

    private String preResize(String claim) throws Exception {
        return fixture.volume(claim)
                .at("/metadata/annotations/volume.alpha.kubernetes.io~1pre-resize-capacity")
                .asText("");
    }

    @Test
    void theClaimIsMarkedBeforeTheCallAndTheVolumeIsWrittenBeforeTheClaim() throws Exception {
        AtomicReference<JsonNode> during = new AtomicReference<>();
        fixture.driver().<ControllerExpandVolumeRequest>on(ResizerFixture.EXPAND, _ -> {
            during.set(fixture.claimNow("data"));
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(3 * GIB)
                    .build();
        });
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");
        await().until(() -> fixture.capacity("data").equals("3Gi"));

        JsonNode marked = during.get();
        assertThat(marked.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(marked.at("/status/allocatedResourceStatuses/storage").asText())
                .isEqualTo("ControllerResizeInProgress");
        assertThat(marked.at("/status/conditions/0/type").asText()).isEqualTo("Resizing");
        assertThat(fixture.version(fixture.volume("data"))).isLessThan(fixture.version(fixture.claim("data")));
    }

    @Test
    void aSizeIsKeptWhileTheDriverMayBeAtItAndTakenBackOnceItSaidNo() throws Exception {
        fixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.UNAVAILABLE, "busy");
        });
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "10Gi", "1Gi");
        await().until(() -> !fixture.driver().calls(ResizerFixture.EXPAND).isEmpty());
        fixture.request("data", "5Gi");
        int before = fixture.driver().calls(ResizerFixture.EXPAND).size();
        await().until(() -> fixture.driver().calls(ResizerFixture.EXPAND).size() > before + 2);
        assertThat(fixture.sizes()).containsOnly(10 * GIB);

        fixture.driver().<ControllerExpandVolumeRequest>on(ResizerFixture.EXPAND, request -> {
            if (request.getCapacityRange().getRequiredBytes() > 6 * GIB) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "too much");
            }
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(5 * GIB)
                    .build();
        });
        await().until(() -> fixture.capacity("data").equals("5Gi"));
        assertThat(fixture.sizes()).last().isEqualTo(5 * GIB);
        assertThat(fixture.claim("data")
                        .at("/status/allocatedResources/storage")
                        .asText())
                .isEqualTo("5Gi");
        assertThat(fixture.claim("data").at("/status/conditions")).isEmpty();
    }

    @Test
    void aFailureIsWrittenIntoTheClaimAsTheGoComponentsDo() throws Exception {
        fixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.INTERNAL, "no luck");
        });
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> fixture.conditions("data").contains("ControllerResizeError"));
        assertThat(fixture.state("data")).isEqualTo("ControllerResizeInProgress");
        assertThat(fixture.message("data", "ControllerResizeError"))
                .isEqualTo("failed to expand pvc with rpc error: code = Internal desc = no luck");
        await().until(() -> fixture.events("data").contains("VolumeResizeFailed"));
        assertThat(fixture.eventTexts("data"))
                .contains("resize volume \"pv-data\" by resizer \"" + FakeDriver.NAME
                        + "\" failed: rpc error: code = Internal desc = no luck");
    }

    @Test
    void anInfeasibleRequestIsNotRetriedBeforeTheMaximumDelay() throws Exception {
        fixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.OUT_OF_RANGE, "too large");
        });
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "data", "10Gi", "1Gi");
        await().until(() -> fixture.state("data").equals("ControllerResizeInfeasible"));
        await().until(() -> fixture.driver().calls(ResizerFixture.EXPAND).size() == 2);

        // A changed request is tried immediately.
        fixture.expands(false);
        fixture.request("data", "4Gi");
        await().until(() -> fixture.capacity("data").equals("4Gi"));
        assertThat(fixture.sizes()).containsExactly(10 * GIB, 10 * GIB, 4 * GIB);
    }

    @Test
    void podsAreWatchedOnlyAfterADriverMindsThemAndTheirEndIsWaitedFor() throws Exception {
        fixture.sidecarFixture()
                .create(
                        new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read),
                        BoundClaims.NAMESPACE,
                        "{\"metadata\": {\"name\": \"default\"}}");
        fixture.sidecarFixture().create(Kinds.PODS, BoundClaims.NAMESPACE, """
                {"metadata": {"name": "user"}, "spec": {"containers": [{"name": "c", "image": "i"}],
                 "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]}}
                """);
        fixture.expands(false);
        fixture.start(ResizerFixture.options());
        BoundClaims.create(fixture.sidecarFixture(), "easy", "2Gi", "1Gi");
        await().until(() -> fixture.capacity("easy").equals("2Gi"));
        assertThat(fixture.mirrors()).doesNotContain("pods");

        fixture.driver().on(ResizerFixture.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
        });
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");
        await().until(() -> fixture.eventTexts("data")
                .contains("Unable to expand default/data because CSI driver " + FakeDriver.NAME
                        + " only supports offline expansion and volume is currently in-use"));
        assertThat(fixture.mirrors()).contains("pods");
        assertThat(fixture.driver().calls(ResizerFixture.EXPAND)).hasSize(2);

        fixture.expands(false);
        fixture.deletePod("user");
        await().until(() -> fixture.capacity("data").equals("2Gi"));
    }

    @Test
    void withoutRecoveryOnlyConditionsAndCapacityAreWritten() throws Exception {
        fixture.expands(true);
        fixture.start(
                ResizerFixture.options(),
                FeatureGates.parse(
                        "RecoverVolumeExpansionFailure=false,AnnotateFsResize=false", StorageFeatures.OF_SIDECARS));
        BoundClaims.create(fixture.sidecarFixture(), "data", "2Gi", "1Gi");

        await().until(() -> fixture.conditions("data").equals(List.of("FileSystemResizePending")));
        assertThat(fixture.state("data")).isEmpty();
        assertThat(fixture.claim("data").at("/status/allocatedResources").isMissingNode())
                .isTrue();
        assertThat(preResize("data")).isEmpty();

        fixture.expands(false);
        BoundClaims.create(fixture.sidecarFixture(), "more", "2Gi", "1Gi");
        await().until(() -> fixture.capacity("more").equals("2Gi"));
        assertThat(fixture.conditions("more")).isEmpty();
        assertThat(fixture.claim("more").at("/metadata/annotations")).isEmpty();
    }
}
