package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.PUBLISH_READONLY;
import static dev.stowage.testkit.CsiCapability.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_PUBLISH_VOLUME;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;

/// ControllerPublishVolume and ControllerUnpublishVolume.
final class AttachRules {

    private AttachRules() {}

    static RuleGroup attach() {
        return RuleGroup.when(
                PUBLISH_UNPUBLISH_VOLUME,
                "ControllerPublishVolume",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> trial.refused(
                                CONTROLLER_PUBLISH_VOLUME,
                                ControllerPublishVolumeRequest.newBuilder()
                                        .setVolumeId("stowage-no-such-id")
                                        .setNodeId("stowage-no-such-node")
                                        .setVolumeCapability(SampleRequests.mount(trial))
                                        .build(),
                                UNIMPLEMENTED)),
                StandardRules.missing(
                        "a volume id",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeId().build()),
                StandardRules.missing(
                        "a node id",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearNodeId().build()),
                StandardRules.missing(
                        "a capability",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeCapability().build()),
                StandardRules.refused(
                        "a volume that does not exist",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial ->
                                request(trial).setVolumeId("stowage-no-such-id").build(),
                        NOT_FOUND),
                StandardRules.refused(
                        "a node that does not exist",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial ->
                                request(trial).setNodeId("stowage-no-such-node").build(),
                        NOT_FOUND),
                rule("hostile volume ids → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    ControllerPublishVolumeRequest.Builder request = request(trial);
                    for (String id : HostileIds.unknown()) {
                        trial.refused(
                                CONTROLLER_PUBLISH_VOLUME,
                                request.setVolumeId(id).build(),
                                NOT_FOUND,
                                INVALID_ARGUMENT);
                    }
                }),
                rule("the same request again → OK, same context", trial -> {
                    ControllerPublishVolumeRequest request = request(trial).build();
                    var first = trial.ok(CONTROLLER_PUBLISH_VOLUME, request);
                    assertThat(trial.ok(CONTROLLER_PUBLISH_VOLUME, request)).isEqualTo(first);
                }),
                rule("attached read-write, then requested read-only → ALREADY_EXISTS", trial -> {
                    trial.needs(PUBLISH_READONLY);
                    ControllerPublishVolumeRequest.Builder request = request(trial);
                    var _ = trial.ok(CONTROLLER_PUBLISH_VOLUME, request.build());
                    trial.refused(
                            CONTROLLER_PUBLISH_VOLUME, request.setReadonly(true).build(), ALREADY_EXISTS);
                }),
                rule("detached, it can be attached again", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    lifecycle.detach();
                    var _ = lifecycle.attach();
                    lifecycle.detach();
                }));
    }

    static RuleGroup detach() {
        return RuleGroup.when(
                PUBLISH_UNPUBLISH_VOLUME,
                "ControllerUnpublishVolume",
                StandardRules.unimplemented(
                        CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .setNodeId("stowage-no-such-node")
                                .build()),
                StandardRules.missing("a volume id", CONTROLLER_UNPUBLISH_VOLUME, trial -> detachment(trial, "")),
                rule("a volume that is not attached → OK", trial -> {
                    var _ = trial.ok(
                            CONTROLLER_UNPUBLISH_VOLUME,
                            detachment(trial, trial.volume().getVolumeId()));
                }),
                rule(
                        "a volume that does not exist → OK or NOT_FOUND",
                        trial -> assertThat(trial.attempt(
                                                CONTROLLER_UNPUBLISH_VOLUME, detachment(trial, "stowage-no-such-id"))
                                        .code())
                                .isIn(OK, NOT_FOUND)),
                StandardRules.hostile(CONTROLLER_UNPUBLISH_VOLUME, AttachRules::detachment, OK, NOT_FOUND),
                rule("twice → OK", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    lifecycle.detach();
                    lifecycle.detach();
                }),
                rule("without a node id → OK, from every node", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    var _ = trial.ok(
                            CONTROLLER_UNPUBLISH_VOLUME,
                            detachment(trial, lifecycle.id()).toBuilder()
                                    .clearNodeId()
                                    .build());
                    var _ = trial.ok(CsiMethods.DELETE_VOLUME, VolumeRules.deletion(trial, lifecycle.id()));
                }));
    }

    private static ControllerPublishVolumeRequest.Builder request(Trial trial) {
        return trial.volumeLifecycle().attachRequest();
    }

    private static ControllerUnpublishVolumeRequest detachment(Trial trial, String id) {
        return ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setNodeId(trial.node().getNodeId())
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
