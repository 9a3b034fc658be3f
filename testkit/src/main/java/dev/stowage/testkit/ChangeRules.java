package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.EXPAND_VOLUME;
import static dev.stowage.testkit.CsiCapability.MODIFY_VOLUME;
import static dev.stowage.testkit.CsiCapability.OFFLINE_EXPANSION;
import static dev.stowage.testkit.CsiCapability.ONLINE_EXPANSION;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_EXPAND_VOLUME;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_MODIFY_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.Volume;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/// ControllerExpandVolume and ControllerModifyVolume.
final class ChangeRules {

    private ChangeRules() {}

    static RuleGroup expand() {
        return RuleGroup.when(
                EXPAND_VOLUME,
                "ControllerExpandVolume",
                StandardRules.unimplemented(
                        CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .setCapacityRange(SampleRequests.atLeast(1))
                                .build()),
                StandardRules.missing("a volume id", CONTROLLER_EXPAND_VOLUME, trial -> growth(trial, "")),
                StandardRules.missing(
                        "a capacity range",
                        CONTROLLER_EXPAND_VOLUME,
                        trial -> growth(trial, VolumeRules.existing(trial)).toBuilder()
                                .clearCapacityRange()
                                .build()),
                StandardRules.refused(
                        "a volume that does not exist",
                        CONTROLLER_EXPAND_VOLUME,
                        trial -> growth(trial, "stowage-no-such-id"),
                        NOT_FOUND),
                StandardRules.hostile(CONTROLLER_EXPAND_VOLUME, ChangeRules::growth, NOT_FOUND),
                StandardRules.similarIds(
                        CONTROLLER_EXPAND_VOLUME, VolumeRules::existing, ChangeRules::growth, NOT_FOUND),
                StandardRules.refused(
                        "a limit below what is required",
                        CONTROLLER_EXPAND_VOLUME,
                        trial -> ranged(
                                trial,
                                VolumeRules.existing(trial),
                                SampleRequests.between(
                                        trial.driver().expandedBytes(),
                                        trial.driver().expandedBytes() - 1)),
                        INVALID_ARGUMENT,
                        OUT_OF_RANGE),
                StandardRules.refused(
                        "a negative size",
                        CONTROLLER_EXPAND_VOLUME,
                        trial -> ranged(trial, VolumeRules.existing(trial), SampleRequests.atLeast(-1)),
                        INVALID_ARGUMENT,
                        OUT_OF_RANGE),
                rule("the volume is expanded to the required size", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    assertThat(trial.ok(
                                            CONTROLLER_EXPAND_VOLUME,
                                            growth(trial, trial.volume().getVolumeId()))
                                    .getCapacityBytes())
                            .isGreaterThanOrEqualTo(trial.driver().expandedBytes());
                }),
                rule("already expanded → OK, same size", trial -> {
                    String id = VolumeRules.existing(trial);
                    long grown = trial.ok(CONTROLLER_EXPAND_VOLUME, growth(trial, id))
                            .getCapacityBytes();
                    assertThat(trial.ok(CONTROLLER_EXPAND_VOLUME, growth(trial, id))
                                    .getCapacityBytes())
                            .isEqualTo(grown);
                }),
                rule("the size it has → OK, nothing changes", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Volume volume = trial.volume();
                    long size =
                            Math.max(volume.getCapacityBytes(), trial.driver().volumeBytes());
                    assertThat(trial.ok(
                                            CONTROLLER_EXPAND_VOLUME,
                                            ranged(trial, volume.getVolumeId(), SampleRequests.atLeast(size)))
                                    .getCapacityBytes())
                            .isEqualTo(size);
                }),
                rule("a smaller size never shrinks the volume", trial -> {
                    String id = VolumeRules.existing(trial);
                    long grown = trial.ok(CONTROLLER_EXPAND_VOLUME, growth(trial, id))
                            .getCapacityBytes();
                    var outcome = trial.attempt(CONTROLLER_EXPAND_VOLUME, ranged(trial, id, SampleRequests.atLeast(1)));
                    assertThat(outcome.code()).isIn(OK, OUT_OF_RANGE);
                    if (outcome instanceof RpcOutcome.Ok<ControllerExpandVolumeResponse>(var answer)) {
                        assertThat(answer.getCapacityBytes()).isEqualTo(grown);
                    }
                    if (trial.has(CsiCapability.LIST_VOLUMES)) {
                        assertThat(ListVolumesRules.entry(trial, id)
                                        .orElseThrow()
                                        .getVolume()
                                        .getCapacityBytes())
                                .isEqualTo(grown);
                    }
                }),
                rule("in use, with ONLINE expansion → OK", trial -> {
                    trial.needs(ONLINE_EXPANSION);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    var _ = lifecycle.publish();
                    var _ = trial.ok(CONTROLLER_EXPAND_VOLUME, growth(trial, lifecycle.id()));
                }),
                rule("attached, with OFFLINE expansion → FAILED_PRECONDITION", trial -> {
                    trial.needs(OFFLINE_EXPANSION);
                    trial.needs(CsiCapability.PUBLISH_UNPUBLISH_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    trial.refused(CONTROLLER_EXPAND_VOLUME, growth(trial, lifecycle.id()), FAILED_PRECONDITION);
                }));
    }

    static RuleGroup modify() {
        return RuleGroup.when(
                MODIFY_VOLUME,
                "ControllerModifyVolume",
                StandardRules.unimplemented(
                        CONTROLLER_MODIFY_VOLUME,
                        ControllerModifyVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .putMutableParameters("key", "value")
                                .build()),
                StandardRules.missing(
                        "a volume id", CONTROLLER_MODIFY_VOLUME, trial -> change(trial, "", Map.of("key", "value"))),
                StandardRules.refused(
                        "a volume that does not exist",
                        CONTROLLER_MODIFY_VOLUME,
                        trial -> change(
                                trial, "stowage-no-such-id", trial.driver().mutableParameters()),
                        NOT_FOUND,
                        INVALID_ARGUMENT),
                StandardRules.hostile(
                        CONTROLLER_MODIFY_VOLUME,
                        (trial, id) -> change(trial, id, trial.driver().mutableParameters()),
                        NOT_FOUND),
                StandardRules.invalid(
                        "a parameter that the driver does not know",
                        CONTROLLER_MODIFY_VOLUME,
                        trial -> change(
                                trial,
                                VolumeRules.existing(trial),
                                Map.of("stowage-conformance/no-such-parameter", "value"))),
                rule("valid parameters → OK, and again → OK", trial -> {
                    Assumptions.assumeFalse(
                            trial.driver().mutableParameters().isEmpty(), "no mutableParameters(…) were given");
                    String id = VolumeRules.existing(trial);
                    var _ = trial.ok(
                            CONTROLLER_MODIFY_VOLUME,
                            change(trial, id, trial.driver().mutableParameters()));
                    var _ = trial.ok(
                            CONTROLLER_MODIFY_VOLUME,
                            change(trial, id, trial.driver().mutableParameters()));
                }),
                rule("a volume can be created with mutable parameters", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Assumptions.assumeFalse(
                            trial.driver().mutableParameters().isEmpty(), "no mutableParameters(…) were given");
                    var _ = trial.create(trial.newVolume()
                            .putAllMutableParameters(trial.driver().mutableParameters()));
                }));
    }

    private static ControllerExpandVolumeRequest growth(Trial trial, String id) {
        return ranged(trial, id, SampleRequests.atLeast(trial.driver().expandedBytes()));
    }

    static ControllerExpandVolumeRequest ranged(Trial trial, String id, CapacityRange range) {
        return ControllerExpandVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setCapacityRange(range)
                .setVolumeCapability(SampleRequests.mount(trial))
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    private static ControllerModifyVolumeRequest change(Trial trial, String id, Map<String, String> parameters) {
        return ControllerModifyVolumeRequest.newBuilder()
                .setVolumeId(id)
                .putAllMutableParameters(parameters)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
