package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.NODE_SINGLE_NODE_MULTI_WRITER;
import static dev.stowage.testkit.CsiCapability.STAGE_UNSTAGE_VOLUME;
import static dev.stowage.testkit.CsiMethods.NODE_PUBLISH_VOLUME;
import static dev.stowage.testkit.CsiMethods.NODE_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import java.nio.file.Files;
import java.nio.file.Path;

/// NodePublishVolume and NodeUnpublishVolume.
final class PublishRules {

    private PublishRules() {}

    static RuleGroup publish() {
        return RuleGroup.always(
                "NodePublishVolume",
                StandardRules.missing(
                        "a volume id",
                        NODE_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeId().build()),
                StandardRules.missing(
                        "a target path",
                        NODE_PUBLISH_VOLUME,
                        trial -> request(trial).clearTargetPath().build()),
                StandardRules.missing(
                        "a capability",
                        NODE_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeCapability().build()),
                StandardRules.refused(
                        "without a staging path, by a driver that stages",
                        NODE_PUBLISH_VOLUME,
                        trial -> {
                            trial.needs(STAGE_UNSTAGE_VOLUME);
                            return request(trial).clearStagingTargetPath().build();
                        },
                        FAILED_PRECONDITION),
                StandardRules.invalid(
                        "a relative target path",
                        NODE_PUBLISH_VOLUME,
                        trial -> request(trial).setTargetPath("relative/path").build()),
                StandardRules.refused(
                        "a volume that does not exist",
                        NODE_PUBLISH_VOLUME,
                        trial ->
                                request(trial).setVolumeId("stowage-no-such-id").build(),
                        NOT_FOUND),
                rule("hostile volume ids → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    NodePublishVolumeRequest.Builder request = request(trial);
                    for (String id : HostileIds.unknown()) {
                        trial.refused(
                                NODE_PUBLISH_VOLUME, request.setVolumeId(id).build(), NOT_FOUND, INVALID_ARGUMENT);
                    }
                }),
                rule("ids similar to an existing one → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    NodePublishVolumeRequest.Builder request = request(trial);
                    for (String id : HostileIds.like(request.getVolumeId())) {
                        trial.refused(
                                NODE_PUBLISH_VOLUME, request.setVolumeId(id).build(), NOT_FOUND, INVALID_ARGUMENT);
                    }
                }),
                rule("twice → OK", trial -> {
                    NodePublishVolumeRequest request = request(trial).build();
                    var _ = trial.ok(NODE_PUBLISH_VOLUME, request);
                    var _ = trial.ok(NODE_PUBLISH_VOLUME, request);
                }),
                rule("same target, read-only instead → ALREADY_EXISTS", trial -> {
                    NodePublishVolumeRequest.Builder request = request(trial);
                    var _ = trial.ok(NODE_PUBLISH_VOLUME, request.build());
                    trial.refused(NODE_PUBLISH_VOLUME, request.setReadonly(true).build(), ALREADY_EXISTS);
                }),
                rule(
                        "a second target on one node → OK, or FAILED_PRECONDITION where one writer is the limit",
                        trial -> {
                            trial.needs(CREATE_DELETE_VOLUME);
                            VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                            var _ = lifecycle.publish();
                            assertThat(trial.attempt(
                                                    NODE_PUBLISH_VOLUME,
                                                    lifecycle
                                                            .publishRequest(lifecycle.newTarget())
                                                            .build())
                                            .code())
                                    .isIn(OK, FAILED_PRECONDITION);
                        }),
                rule("a second target for SINGLE_NODE_SINGLE_WRITER → FAILED_PRECONDITION", trial -> {
                    trial.needs(NODE_SINGLE_NODE_MULTI_WRITER);
                    VolumeLifecycle lifecycle =
                            using(trial, Mode.SINGLE_NODE_SINGLE_WRITER).stage();
                    var _ = lifecycle.publish();
                    trial.refused(
                            NODE_PUBLISH_VOLUME,
                            lifecycle.publishRequest(lifecycle.newTarget()).build(),
                            FAILED_PRECONDITION);
                }),
                rule("a second target for SINGLE_NODE_MULTI_WRITER → OK", trial -> {
                    trial.needs(NODE_SINGLE_NODE_MULTI_WRITER);
                    VolumeLifecycle lifecycle =
                            using(trial, Mode.SINGLE_NODE_MULTI_WRITER).stage();
                    var _ = lifecycle.publish();
                    var _ = lifecycle.publish();
                }));
    }

    static RuleGroup unpublish() {
        return RuleGroup.always(
                "NodeUnpublishVolume",
                StandardRules.missing(
                        "a volume id",
                        NODE_UNPUBLISH_VOLUME,
                        trial -> unpublishing(trial, "").build()),
                StandardRules.missing(
                        "a target path",
                        NODE_UNPUBLISH_VOLUME,
                        trial -> unpublishing(trial, VolumeRules.existing(trial))
                                .clearTargetPath()
                                .build()),
                rule("a volume that is not published there → OK", trial -> {
                    var _ = trial.ok(
                            NODE_UNPUBLISH_VOLUME,
                            unpublishing(trial, VolumeRules.existing(trial)).build());
                }),
                rule(
                        "a volume that does not exist → OK or NOT_FOUND",
                        trial -> assertThat(trial.attempt(
                                                NODE_UNPUBLISH_VOLUME,
                                                unpublishing(trial, "stowage-no-such-id")
                                                        .build())
                                        .code())
                                .isIn(OK, NOT_FOUND)),
                StandardRules.hostile(
                        NODE_UNPUBLISH_VOLUME,
                        (trial, id) -> unpublishing(trial, id).build(),
                        OK,
                        NOT_FOUND),
                rule("twice → OK", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    lifecycle.unpublish(target);
                    lifecycle.unpublish(target);
                }),
                rule("unpublished, the target is removed", trial -> {
                    trial.needsLocalMounts();
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    lifecycle.unpublish(target);
                    assertThat(target).doesNotExist();
                }),
                rule("a directory that was not published is left as it is", trial -> {
                    trial.needsLocalMounts();
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle();
                    Path folder = Files.createDirectories(lifecycle.newTarget());
                    Path file = Files.writeString(folder.resolve("precious"), "data");
                    var _ = trial.attempt(
                            NODE_UNPUBLISH_VOLUME,
                            unpublishing(trial, lifecycle.id())
                                    .setTargetPath(folder.toString())
                                    .build());
                    assertThat(file).hasContent("data");
                }));
    }

    private static VolumeLifecycle using(Trial trial, Mode mode) {
        trial.needs(CREATE_DELETE_VOLUME);
        var capability = SampleRequests.mount(trial, mode);
        return trial.volumeLifecycle(trial.create(trial.newVolume().setVolumeCapabilities(0, capability)), capability);
    }

    private static NodePublishVolumeRequest.Builder request(Trial trial) {
        trial.needs(CREATE_DELETE_VOLUME);
        VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
        return lifecycle.publishRequest(lifecycle.newTarget());
    }

    private static NodeUnpublishVolumeRequest.Builder unpublishing(Trial trial, String id) {
        return NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setTargetPath(trial.driver()
                        .directory()
                        .resolve("targets")
                        .resolve(trial.name())
                        .toString());
    }
}
