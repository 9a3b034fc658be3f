package dev.stowage.testkit;

import static dev.stowage.testkit.Capability.PUBLISH_READONLY;
import static dev.stowage.testkit.Capability.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.Rpc.CONTROLLER_PUBLISH_VOLUME;
import static dev.stowage.testkit.Rpc.CONTROLLER_UNPUBLISH_VOLUME;
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
                                        .setVolumeCapability(Shapes.mount(trial))
                                        .build(),
                                UNIMPLEMENTED)),
                Standard.missing(
                        "a volume id",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeId().build()),
                Standard.missing(
                        "a node id",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearNodeId().build()),
                Standard.missing(
                        "a capability",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial -> request(trial).clearVolumeCapability().build()),
                Standard.refused(
                        "a volume that does not exist",
                        CONTROLLER_PUBLISH_VOLUME,
                        trial ->
                                request(trial).setVolumeId("stowage-no-such-id").build(),
                        NOT_FOUND),
                Standard.refused(
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
                rule("attached for writing, then asked for read-only → ALREADY_EXISTS", trial -> {
                    trial.needs(PUBLISH_READONLY);
                    ControllerPublishVolumeRequest.Builder request = request(trial);
                    var _ = trial.ok(CONTROLLER_PUBLISH_VOLUME, request.build());
                    trial.refused(
                            CONTROLLER_PUBLISH_VOLUME, request.setReadonly(true).build(), ALREADY_EXISTS);
                }),
                rule("detached, it can be attached again", trial -> {
                    Use use = trial.use().attach();
                    use.detach();
                    var _ = use.attach();
                    use.detach();
                }));
    }

    static RuleGroup detach() {
        return RuleGroup.when(
                PUBLISH_UNPUBLISH_VOLUME,
                "ControllerUnpublishVolume",
                Standard.unimplemented(
                        CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .setNodeId("stowage-no-such-node")
                                .build()),
                Standard.missing("a volume id", CONTROLLER_UNPUBLISH_VOLUME, trial -> detachment(trial, "")),
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
                Standard.hostile(CONTROLLER_UNPUBLISH_VOLUME, AttachRules::detachment, OK, NOT_FOUND),
                rule("twice → OK", trial -> {
                    Use use = trial.use().attach();
                    use.detach();
                    use.detach();
                }),
                rule("without a node id → OK, from every node", trial -> {
                    Use use = trial.use().attach();
                    var _ = trial.ok(
                            CONTROLLER_UNPUBLISH_VOLUME,
                            detachment(trial, use.id()).toBuilder()
                                    .clearNodeId()
                                    .build());
                    var _ = trial.ok(Rpc.DELETE_VOLUME, VolumeRules.deletion(trial, use.id()));
                }));
    }

    private static ControllerPublishVolumeRequest.Builder request(Trial trial) {
        return trial.use().attachRequest();
    }

    private static ControllerUnpublishVolumeRequest detachment(Trial trial, String id) {
        return ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setNodeId(trial.node().getNodeId())
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
