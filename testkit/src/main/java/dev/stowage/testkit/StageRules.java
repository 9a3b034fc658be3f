package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.STAGE_UNSTAGE_VOLUME;
import static dev.stowage.testkit.CsiMethods.NODE_STAGE_VOLUME;
import static dev.stowage.testkit.CsiMethods.NODE_UNSTAGE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Assumptions;

/// NodeGetInfo, NodeStageVolume and NodeUnstageVolume.
final class StageRules {

    private StageRules() {}

    static RuleGroup info() {
        return RuleGroup.always(
                "NodeGetInfo",
                rule(
                        "a driver that attaches must implement it",
                        trial -> assertThat(known(trial)).isNotNull()),
                rule("the node has an id of at most 256 bytes", trial -> {
                    NodeGetInfoResponse node = known(trial);
                    assertThat(node.getNodeId()).isNotBlank();
                    assertThat(node.getNodeId().getBytes(StandardCharsets.UTF_8))
                            .hasSizeLessThanOrEqualTo(256);
                }),
                rule(
                        "the number of volumes is not negative",
                        trial -> assertThat(known(trial).getMaxVolumesPerNode()).isNotNegative()),
                rule(
                        "the answer does not change",
                        trial -> assertThat(known(trial)).isEqualTo(known(trial))));
    }

    /// Only a driver with attach must implement it, although every kubelet calls it.
    private static NodeGetInfoResponse known(Trial trial) {
        var outcome = trial.attempt(CsiMethods.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
        Assumptions.assumeFalse(
                outcome.code() == UNIMPLEMENTED && !trial.has(CsiCapability.PUBLISH_UNPUBLISH_VOLUME),
                "the driver does not support attaching");
        return outcome.orElseThrow();
    }

    static RuleGroup stage() {
        return RuleGroup.when(
                STAGE_UNSTAGE_VOLUME,
                "NodeStageVolume",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> trial.refused(
                                NODE_STAGE_VOLUME,
                                NodeStageVolumeRequest.newBuilder()
                                        .setVolumeId("stowage-no-such-id")
                                        .setStagingTargetPath(trial.driver()
                                                .directory()
                                                .resolve("staging")
                                                .toString())
                                        .setVolumeCapability(SampleRequests.mount(trial))
                                        .build(),
                                UNIMPLEMENTED)),
                StandardRules.missing(
                        "a volume id",
                        NODE_STAGE_VOLUME,
                        trial -> request(trial).clearVolumeId().build()),
                StandardRules.missing(
                        "a staging path",
                        NODE_STAGE_VOLUME,
                        trial -> request(trial).clearStagingTargetPath().build()),
                StandardRules.missing(
                        "a capability",
                        NODE_STAGE_VOLUME,
                        trial -> request(trial).clearVolumeCapability().build()),
                StandardRules.invalid(
                        "a relative staging path",
                        NODE_STAGE_VOLUME,
                        trial -> request(trial)
                                .setStagingTargetPath("relative/path")
                                .build()),
                StandardRules.refused(
                        "a volume that does not exist",
                        NODE_STAGE_VOLUME,
                        trial ->
                                request(trial).setVolumeId("stowage-no-such-id").build(),
                        NOT_FOUND),
                rule("hostile volume ids → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    NodeStageVolumeRequest.Builder request = request(trial);
                    for (String id : HostileIds.unknown()) {
                        trial.refused(NODE_STAGE_VOLUME, request.setVolumeId(id).build(), NOT_FOUND, INVALID_ARGUMENT);
                    }
                }),
                rule("ids similar to an existing one → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    NodeStageVolumeRequest.Builder request = request(trial);
                    for (String id : HostileIds.like(request.getVolumeId())) {
                        trial.refused(NODE_STAGE_VOLUME, request.setVolumeId(id).build(), NOT_FOUND, INVALID_ARGUMENT);
                    }
                }),
                rule("twice → OK", trial -> {
                    NodeStageVolumeRequest request = request(trial).build();
                    var _ = trial.ok(NODE_STAGE_VOLUME, request);
                    var _ = trial.ok(NODE_STAGE_VOLUME, request);
                }),
                rule("already staged with different options → ALREADY_EXISTS", trial -> {
                    NodeStageVolumeRequest.Builder request = request(trial);
                    var _ = trial.ok(NODE_STAGE_VOLUME, request.build());
                    // A driver may check the capability before it checks the staging path.
                    trial.refused(
                            NODE_STAGE_VOLUME,
                            request.setVolumeCapability(SampleRequests.block()).build(),
                            ALREADY_EXISTS,
                            INVALID_ARGUMENT,
                            FAILED_PRECONDITION);
                }));
    }

    static RuleGroup unstage() {
        return RuleGroup.when(
                STAGE_UNSTAGE_VOLUME,
                "NodeUnstageVolume",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> trial.refused(
                                NODE_UNSTAGE_VOLUME,
                                unstaging(trial, "stowage-no-such-id").build(),
                                UNIMPLEMENTED)),
                StandardRules.missing(
                        "a volume id",
                        NODE_UNSTAGE_VOLUME,
                        trial -> unstaging(trial, "").build()),
                StandardRules.missing(
                        "a staging path",
                        NODE_UNSTAGE_VOLUME,
                        trial -> unstaging(trial, VolumeRules.existing(trial))
                                .clearStagingTargetPath()
                                .build()),
                rule("a volume that is not staged → OK", trial -> {
                    var _ = trial.ok(
                            NODE_UNSTAGE_VOLUME,
                            unstaging(trial, VolumeRules.existing(trial)).build());
                }),
                rule(
                        "a volume that does not exist → OK or NOT_FOUND",
                        trial -> assertThat(trial.attempt(
                                                NODE_UNSTAGE_VOLUME,
                                                unstaging(trial, "stowage-no-such-id")
                                                        .build())
                                        .code())
                                .isIn(OK, NOT_FOUND)),
                StandardRules.hostile(
                        NODE_UNSTAGE_VOLUME, (trial, id) -> unstaging(trial, id).build(), OK, NOT_FOUND),
                rule("twice → OK", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    lifecycle.unstage();
                    lifecycle.unstage();
                }),
                rule("unstaged, nothing is mounted at the staging path", trial -> {
                    trial.needsLocalMounts();
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    lifecycle.unstage();
                    if (Files.exists(lifecycle.staging())) {
                        assertThat(MountTable.isMountPoint(lifecycle.staging())).isFalse();
                    }
                }));
    }

    private static NodeStageVolumeRequest.Builder request(Trial trial) {
        trial.needs(CREATE_DELETE_VOLUME);
        return trial.volumeLifecycle().attach().stageRequest();
    }

    private static NodeUnstageVolumeRequest.Builder unstaging(Trial trial, String id) {
        return NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath(trial.driver()
                        .directory()
                        .resolve("staging")
                        .resolve(trial.name())
                        .toString());
    }
}
