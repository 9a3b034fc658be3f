package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CONTROLLER_SERVICE;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_CAPACITY;
import static dev.stowage.testkit.CsiCapability.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.CsiMethods.DELETE_VOLUME;
import static dev.stowage.testkit.CsiMethods.VALIDATE_VOLUME_CAPABILITIES;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesRequest;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import dev.stowage.csi.v1.Volume;
import io.grpc.Status.Code;
import java.nio.file.Path;

/// DeleteVolume, ValidateVolumeCapabilities and GetCapacity.
final class VolumeRules {

    private VolumeRules() {}

    static RuleGroup delete() {
        return RuleGroup.when(
                CREATE_DELETE_VOLUME,
                "DeleteVolume",
                StandardRules.unimplemented(
                        DELETE_VOLUME,
                        DeleteVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .build()),
                StandardRules.missing("a volume id", DELETE_VOLUME, trial -> deletion(trial, "")),
                rule("a volume that does not exist → OK", trial -> {
                    var _ = trial.ok(DELETE_VOLUME, deletion(trial, "stowage-no-such-id"));
                }),
                rule("a deleted volume does not exist", trial -> {
                    Volume volume = trial.volume();
                    var _ = trial.ok(DELETE_VOLUME, deletion(trial, volume.getVolumeId()));
                    trial.refused(VALIDATE_VOLUME_CAPABILITIES, validation(trial, volume), NOT_FOUND);
                }),
                rule("deleted twice → OK", trial -> {
                    DeleteVolumeRequest request = deletion(trial, trial.volume().getVolumeId());
                    var _ = trial.ok(DELETE_VOLUME, request);
                    var _ = trial.ok(DELETE_VOLUME, request);
                }),
                rule("the name of a deleted volume can be used again, for another size too", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    var _ = trial.ok(
                            DELETE_VOLUME, deletion(trial, trial.create(request).getVolumeId()));
                    Volume again = trial.create(request.setCapacityRange(
                            SampleRequests.atLeast(trial.driver().expandedBytes())));
                    assertExists(trial, again);
                }),
                StandardRules.hostile(DELETE_VOLUME, VolumeRules::deletion, OK, NOT_FOUND),
                rule("an id similar to a volume's does not delete it", trial -> {
                    Volume volume = trial.volume();
                    for (String id : HostileIds.like(volume.getVolumeId())) {
                        Code code = trial.attempt(DELETE_VOLUME, deletion(trial, id))
                                .code();
                        assertThat(code).isIn(OK, NOT_FOUND, Code.INVALID_ARGUMENT);
                        assertExists(trial, volume);
                    }
                }),
                rule("an attached volume → FAILED_PRECONDITION", trial -> {
                    trial.needs(PUBLISH_UNPUBLISH_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    trial.refused(DELETE_VOLUME, deletion(trial, lifecycle.id()), FAILED_PRECONDITION);
                    lifecycle.detach();
                    var _ = trial.ok(DELETE_VOLUME, deletion(trial, lifecycle.id()));
                }),
                rule("a published volume → FAILED_PRECONDITION, or OK where the controller cannot know", trial -> {
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    Code code = trial.attempt(DELETE_VOLUME, deletion(trial, lifecycle.id()))
                            .code();
                    assertThat(code).isIn(OK, FAILED_PRECONDITION);
                    if (code == FAILED_PRECONDITION) {
                        assertExists(trial, lifecycle.volume());
                        lifecycle.unpublish(target);
                        lifecycle.unstage();
                        var _ = trial.ok(DELETE_VOLUME, deletion(trial, lifecycle.id()));
                    }
                }),
                rule("with a snapshot: the snapshot stays usable, or FAILED_PRECONDITION", trial -> {
                    trial.needs(CREATE_DELETE_SNAPSHOT);
                    Volume volume = trial.volume();
                    Snapshot snapshot = trial.snapshot(volume.getVolumeId());
                    Code code = trial.attempt(DELETE_VOLUME, deletion(trial, volume.getVolumeId()))
                            .code();
                    assertThat(code).isIn(OK, FAILED_PRECONDITION);
                    if (code == FAILED_PRECONDITION) {
                        assertExists(trial, volume);
                    }
                    var _ = trial.create(
                            trial.newVolume().setVolumeContentSource(SourceRules.snapshot(snapshot.getSnapshotId())));
                }));
    }

    static RuleGroup validate() {
        return RuleGroup.when(
                CONTROLLER_SERVICE,
                "ValidateVolumeCapabilities",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> trial.refused(
                                VALIDATE_VOLUME_CAPABILITIES,
                                validation(
                                        trial,
                                        Volume.newBuilder()
                                                .setVolumeId("stowage-no-such-id")
                                                .build()),
                                Code.UNIMPLEMENTED)),
                StandardRules.missing(
                        "a volume id",
                        VALIDATE_VOLUME_CAPABILITIES,
                        trial -> validation(trial, Volume.getDefaultInstance())),
                StandardRules.missing("volume capabilities", VALIDATE_VOLUME_CAPABILITIES, trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    return validation(trial, trial.volume()).toBuilder()
                            .clearVolumeCapabilities()
                            .build();
                }),
                StandardRules.refused(
                        "a volume that does not exist",
                        VALIDATE_VOLUME_CAPABILITIES,
                        trial -> validation(
                                trial,
                                Volume.newBuilder()
                                        .setVolumeId("stowage-no-such-id")
                                        .build()),
                        NOT_FOUND),
                StandardRules.hostile(
                        VALIDATE_VOLUME_CAPABILITIES,
                        (trial, id) -> validation(
                                trial, Volume.newBuilder().setVolumeId(id).build()),
                        NOT_FOUND),
                StandardRules.similarIds(
                        VALIDATE_VOLUME_CAPABILITIES,
                        VolumeRules::existing,
                        (trial, id) -> validation(
                                trial, Volume.newBuilder().setVolumeId(id).build()),
                        NOT_FOUND),
                rule("the capabilities of the volume are confirmed, as requested", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Volume volume = trial.volume();
                    ValidateVolumeCapabilitiesResponse answer =
                            trial.ok(VALIDATE_VOLUME_CAPABILITIES, validation(trial, volume));
                    assertThat(answer.hasConfirmed())
                            .as("confirmed: %s", answer.getMessage())
                            .isTrue();
                    assertThat(answer.getConfirmed().getVolumeCapabilitiesList())
                            .containsExactly(SampleRequests.mount(trial));
                }),
                rule("a capability without an access mode is not confirmed", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    var outcome = trial.attempt(
                            VALIDATE_VOLUME_CAPABILITIES,
                            validation(trial, trial.volume()).toBuilder()
                                    .setVolumeCapabilities(
                                            0,
                                            SampleRequests.mount(trial).toBuilder()
                                                    .clearAccessMode())
                                    .build());
                    assertThat(outcome.code()).isIn(OK, Code.INVALID_ARGUMENT);
                    if (outcome instanceof RpcOutcome.Ok<ValidateVolumeCapabilitiesResponse>(var answer)) {
                        assertThat(answer.hasConfirmed()).isFalse();
                    }
                }));
    }

    static RuleGroup capacity() {
        return RuleGroup.when(
                GET_CAPACITY,
                "GetCapacity",
                StandardRules.unimplemented(CsiMethods.GET_CAPACITY, GetCapacityRequest.getDefaultInstance()),
                rule(
                        "values are not negative and consistent",
                        trial ->
                                wellFormed(trial.ok(CsiMethods.GET_CAPACITY, GetCapacityRequest.getDefaultInstance()))),
                rule(
                        "with capability and parameters → OK",
                        trial -> wellFormed(trial.ok(
                                CsiMethods.GET_CAPACITY,
                                GetCapacityRequest.newBuilder()
                                        .addVolumeCapabilities(SampleRequests.mount(trial))
                                        .putAllParameters(trial.driver().parameters())
                                        .build()))),
                rule("with the node's topology → OK", trial -> {
                    trial.needs(CsiCapability.VOLUME_ACCESSIBILITY_CONSTRAINTS);
                    wellFormed(trial.ok(
                            CsiMethods.GET_CAPACITY,
                            GetCapacityRequest.newBuilder()
                                    .setAccessibleTopology(trial.node().getAccessibleTopology())
                                    .build()));
                }));
    }

    private static void wellFormed(GetCapacityResponse answer) {
        assertThat(answer.getAvailableCapacity()).isNotNegative();
        assertThat(answer.getMinimumVolumeSize().getValue()).isNotNegative();
        if (answer.hasMaximumVolumeSize()) {
            assertThat(answer.getMaximumVolumeSize().getValue())
                    .isGreaterThanOrEqualTo(answer.getMinimumVolumeSize().getValue());
        }
    }

    static String existing(Trial trial) {
        trial.needs(CREATE_DELETE_VOLUME);
        return trial.volume().getVolumeId();
    }

    static void assertExists(Trial trial, Volume volume) {
        var _ = trial.ok(VALIDATE_VOLUME_CAPABILITIES, validation(trial, volume));
    }

    static DeleteVolumeRequest deletion(Trial trial, String id) {
        return DeleteVolumeRequest.newBuilder()
                .setVolumeId(id)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    static ValidateVolumeCapabilitiesRequest validation(Trial trial, Volume volume) {
        return ValidateVolumeCapabilitiesRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .putAllVolumeContext(volume.getVolumeContextMap())
                .addVolumeCapabilities(SampleRequests.mount(trial))
                .putAllParameters(trial.driver().parameters())
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
