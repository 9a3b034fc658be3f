package dev.stowage.sidecar.resize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.stage.BoundClaim;
import dev.stowage.sidecar.stage.FakeDriver;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ResizerTest extends OnAScene {
    private static final long GIB = 1L << 30;

    @Test
    void aVolumeGrowsAndTheClaimIsDoneWhenTheNodeHasNothingToDo() throws Exception {
        scene.expands(false);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");

        await().until(() -> scene.capacity("data").equals("2Gi"));

        JsonNode claim = scene.claim("data");
        assertThat(claim.at("/metadata/annotations/volume.kubernetes.io~1node-expansion-not-required")
                        .asText())
                .isEqualTo("true");
        assertThat(claim.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(claim.at("/status/allocatedResourceStatuses/storage").asText())
                .isEmpty();
        assertThat(claim.at("/status/conditions")).isEmpty();
        assertThat(scene.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(scene.volume("data").at("/metadata/annotations")).isEmpty();
        await().until(() -> scene.events("data").equals(List.of("Resizing", "VolumeResizeSuccessful")));
        ControllerExpandVolumeRequest request = scene.driver()
                .<ControllerExpandVolumeRequest>calls(Scene.EXPAND)
                .getFirst();
        assertThat(request.getVolumeId()).isEqualTo("h-data");
        assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2 * GIB);
        assertThat(request.getVolumeCapability().hasMount()).isTrue();
        assertThat(scene.driver().calls(Scene.EXPAND)).hasSize(1);
    }

    @Test
    void theNodeDoesTheRestAndTheOldSizeIsRememberedUntilThen() throws Exception {
        scene.expands(true);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");

        await().until(() -> scene.state("data").equals("NodeResizePending"));

        assertThat(scene.conditions("data")).containsExactlyInAnyOrder("Resizing", "FileSystemResizePending");
        assertThat(scene.volume("data").at("/spec/capacity/storage").asText()).isEqualTo("2Gi");
        assertThat(preResize("data")).isEqualTo("1Gi");
        assertThat(scene.capacity("data")).isEqualTo("1Gi");
        await().until(() -> scene.events("data").equals(List.of("FileSystemResizeRequired", "Resizing")));

        // As the kubelet does.
        BoundClaim.patch(scene.stage(), "data", """
                {"status": {"capacity": {"storage": "2Gi"}, "allocatedResourceStatuses": null, "conditions": []}}
                """);
        await().until(() -> preResize("data").isEmpty());
        assertThat(scene.driver().calls(Scene.EXPAND)).hasSize(1);
    }

    private String preResize(String claim) throws Exception {
        return scene.volume(claim)
                .at("/metadata/annotations/volume.alpha.kubernetes.io~1pre-resize-capacity")
                .asText("");
    }

    @Test
    void theClaimIsMarkedBeforeTheCallAndTheVolumeIsWrittenBeforeTheClaim() throws Exception {
        AtomicReference<JsonNode> during = new AtomicReference<>();
        scene.driver().<ControllerExpandVolumeRequest>on(Scene.EXPAND, _ -> {
            during.set(scene.claimNow("data"));
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(3 * GIB)
                    .build();
        });
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");
        await().until(() -> scene.capacity("data").equals("3Gi"));

        JsonNode marked = during.get();
        assertThat(marked.at("/status/allocatedResources/storage").asText()).isEqualTo("2Gi");
        assertThat(marked.at("/status/allocatedResourceStatuses/storage").asText())
                .isEqualTo("ControllerResizeInProgress");
        assertThat(marked.at("/status/conditions/0/type").asText()).isEqualTo("Resizing");
        assertThat(scene.version(scene.volume("data"))).isLessThan(scene.version(scene.claim("data")));
    }

    @Test
    void aSizeIsKeptWhileTheDriverMayBeAtItAndTakenBackOnceItSaidNo() throws Exception {
        scene.driver().on(Scene.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.UNAVAILABLE, "busy");
        });
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "10Gi", "1Gi");
        await().until(() -> !scene.driver().calls(Scene.EXPAND).isEmpty());
        scene.request("data", "5Gi");
        int before = scene.driver().calls(Scene.EXPAND).size();
        await().until(() -> scene.driver().calls(Scene.EXPAND).size() > before + 2);
        assertThat(scene.sizes()).containsOnly(10 * GIB);

        scene.driver().<ControllerExpandVolumeRequest>on(Scene.EXPAND, request -> {
            if (request.getCapacityRange().getRequiredBytes() > 6 * GIB) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "too much");
            }
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(5 * GIB)
                    .build();
        });
        await().until(() -> scene.capacity("data").equals("5Gi"));
        assertThat(scene.sizes()).last().isEqualTo(5 * GIB);
        assertThat(scene.claim("data").at("/status/allocatedResources/storage").asText())
                .isEqualTo("5Gi");
        assertThat(scene.claim("data").at("/status/conditions")).isEmpty();
    }

    @Test
    void aFailureIsWrittenIntoTheClaimAsTheGoComponentsDo() throws Exception {
        scene.driver().on(Scene.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.INTERNAL, "no luck");
        });
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");

        await().until(() -> scene.conditions("data").contains("ControllerResizeError"));
        assertThat(scene.state("data")).isEqualTo("ControllerResizeInProgress");
        assertThat(scene.message("data", "ControllerResizeError"))
                .isEqualTo("failed to expand pvc with rpc error: code = Internal desc = no luck");
        await().until(() -> scene.events("data").contains("VolumeResizeFailed"));
        assertThat(scene.eventTexts("data"))
                .contains("resize volume \"pv-data\" by resizer \"" + FakeDriver.NAME
                        + "\" failed: rpc error: code = Internal desc = no luck");
    }

    @Test
    void aWishThatCannotBeFulfilledIsNotRepeatedBeforeTheLongestPauseIsOver() throws Exception {
        scene.driver().on(Scene.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.OUT_OF_RANGE, "too large");
        });
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "data", "10Gi", "1Gi");
        await().until(() -> scene.state("data").equals("ControllerResizeInfeasible"));
        await().until(() -> scene.driver().calls(Scene.EXPAND).size() == 2);

        // Another wish counts at once.
        scene.expands(false);
        scene.request("data", "4Gi");
        await().until(() -> scene.capacity("data").equals("4Gi"));
        assertThat(scene.sizes()).containsExactly(10 * GIB, 10 * GIB, 4 * GIB);
    }

    @Test
    void podsAreWatchedOnlyAfterADriverMindsThemAndTheirEndIsWaitedFor() throws Exception {
        scene.stage()
                .create(
                        new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read),
                        BoundClaim.NAMESPACE,
                        "{\"metadata\": {\"name\": \"default\"}}");
        scene.stage().create(Kinds.PODS, BoundClaim.NAMESPACE, """
                {"metadata": {"name": "user"}, "spec": {"containers": [{"name": "c", "image": "i"}],
                 "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]}}
                """);
        scene.expands(false);
        scene.start(Scene.options());
        BoundClaim.create(scene.stage(), "easy", "2Gi", "1Gi");
        await().until(() -> scene.capacity("easy").equals("2Gi"));
        assertThat(scene.mirrors()).doesNotContain("pods");

        scene.driver().on(Scene.EXPAND, _ -> {
            throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
        });
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");
        await().until(() -> scene.eventTexts("data")
                .contains("Unable to expand default/data because CSI driver " + FakeDriver.NAME
                        + " only supports offline expansion and volume is currently in-use"));
        assertThat(scene.mirrors()).contains("pods");
        assertThat(scene.driver().calls(Scene.EXPAND)).hasSize(2);

        scene.expands(false);
        scene.deletePod("user");
        await().until(() -> scene.capacity("data").equals("2Gi"));
    }

    @Test
    void withoutRecoveryOnlyConditionsAndCapacityAreWritten() throws Exception {
        scene.expands(true);
        scene.start(
                Scene.options(),
                FeatureGates.parse("RecoverVolumeExpansionFailure=false,AnnotateFsResize=false", List.of(Gate.values())));
        BoundClaim.create(scene.stage(), "data", "2Gi", "1Gi");

        await().until(() -> scene.conditions("data").equals(List.of("FileSystemResizePending")));
        assertThat(scene.state("data")).isEmpty();
        assertThat(scene.claim("data").at("/status/allocatedResources").isMissingNode())
                .isTrue();
        assertThat(preResize("data")).isEmpty();

        scene.expands(false);
        BoundClaim.create(scene.stage(), "more", "2Gi", "1Gi");
        await().until(() -> scene.capacity("more").equals("2Gi"));
        assertThat(scene.conditions("more")).isEmpty();
        assertThat(scene.claim("more").at("/metadata/annotations")).isEmpty();
    }
}
