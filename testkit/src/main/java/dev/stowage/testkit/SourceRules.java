package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CLONE_VOLUME;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.csi.v1.VolumeContentSource.SnapshotSource;
import dev.stowage.csi.v1.VolumeContentSource.VolumeSource;
import java.nio.file.Files;
import java.nio.file.Path;

/// Volumes with a snapshot or another volume as content source. The two differ only in how the source is named.
final class SourceRules {

    private SourceRules() {}

    static RuleGroup restore() {
        return group(CREATE_DELETE_SNAPSHOT, "CreateVolume from a snapshot", SourceRules::snapshotOf, "a-snapshot");
    }

    static RuleGroup copy() {
        return group(
                CLONE_VOLUME, "CreateVolume from a volume", (_, volume) -> volume(volume.getVolumeId()), "a-volume");
    }

    private interface SourceOf {
        VolumeContentSource in(Trial trial, Volume original);
    }

    private static RuleGroup group(CsiCapability gate, String title, SourceOf sourceOf, String kind) {
        boolean restore = gate == CREATE_DELETE_SNAPSHOT;
        return RuleGroup.when(
                gate,
                title,
                rule("not declared → INVALID_ARGUMENT", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    String id = restore ? "stowage-no-" + kind : trial.volume().getVolumeId();
                    trial.refused(CREATE_VOLUME, from(trial, named(restore, id)).build(), INVALID_ARGUMENT);
                }),
                rule("the new volume has its own id and names its source", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Volume original = trial.volume();
                    VolumeContentSource source = sourceOf.in(trial, original);
                    Volume made = trial.create(from(trial, source));
                    assertThat(made.getVolumeId()).isNotEqualTo(original.getVolumeId());
                    assertThat(made.getContentSource()).isEqualTo(source);
                }),
                rule("the same request returns the same volume", trial -> {
                    CreateVolumeRequest.Builder request = from(trial, sourceOf.in(trial, trial.volume()));
                    assertThat(trial.create(request).getVolumeId())
                            .isEqualTo(trial.create(request).getVolumeId());
                }),
                rule("same name, without the source → ALREADY_EXISTS", trial -> {
                    CreateVolumeRequest.Builder request = from(trial, sourceOf.in(trial, trial.volume()));
                    var _ = trial.create(request);
                    trial.refused(
                            CREATE_VOLUME, request.clearVolumeContentSource().build(), ALREADY_EXISTS);
                }),
                StandardRules.missing(
                        "an id of the source",
                        CREATE_VOLUME,
                        trial -> from(trial, named(restore, "")).build()),
                StandardRules.refused(
                        "a source that does not exist",
                        CREATE_VOLUME,
                        trial -> from(trial, named(restore, "stowage-no-" + kind))
                                .build(),
                        NOT_FOUND),
                StandardRules.hostile(
                        CREATE_VOLUME,
                        (trial, id) -> from(trial, named(restore, id)).build(),
                        NOT_FOUND),
                rule("smaller than the source → OUT_OF_RANGE", trial -> {
                    VolumeContentSource source = sourceOf.in(trial, trial.volume());
                    trial.refused(
                            CREATE_VOLUME,
                            from(trial, source)
                                    .setCapacityRange(CapacityRange.newBuilder()
                                            .setRequiredBytes(1)
                                            .setLimitBytes(trial.driver().volumeBytes() / 2))
                                    .build(),
                            OUT_OF_RANGE);
                }),
                rule("larger than the source: the volume has the size, or OUT_OF_RANGE", trial -> {
                    VolumeContentSource source = sourceOf.in(trial, trial.volume());
                    var outcome = trial.attempt(
                            CREATE_VOLUME,
                            from(trial, source)
                                    .setCapacityRange(SampleRequests.atLeast(
                                            trial.driver().expandedBytes()))
                                    .build());
                    assertThat(outcome.code()).isIn(OK, OUT_OF_RANGE);
                    if (outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var answer)) {
                        assertThat(answer.getVolume().getCapacityBytes())
                                .isGreaterThanOrEqualTo(trial.driver().expandedBytes());
                    }
                }),
                rule("the new volume outlives its source, or the source cannot be deleted", trial -> {
                    Volume original = trial.volume();
                    VolumeContentSource source = sourceOf.in(trial, original);
                    Volume made = trial.create(from(trial, source));
                    var outcome = restore
                            ? trial.attempt(
                                            CsiMethods.DELETE_SNAPSHOT,
                                            DeleteSnapshotRequest.newBuilder()
                                                    .setSnapshotId(
                                                            source.getSnapshot().getSnapshotId())
                                                    .putAllSecrets(
                                                            trial.driver().secrets())
                                                    .build())
                                    .code()
                            : trial.attempt(
                                            CsiMethods.DELETE_VOLUME,
                                            DeleteVolumeRequest.newBuilder()
                                                    .setVolumeId(original.getVolumeId())
                                                    .putAllSecrets(
                                                            trial.driver().secrets())
                                                    .build())
                                    .code();
                    assertThat(outcome).isIn(OK, FAILED_PRECONDITION);
                    VolumeRules.assertExists(trial, made);
                }),
                rule("the data is what the source had, and stays so when the original changes", trial -> {
                    trial.needsLocalMounts();
                    VolumeLifecycle original = trial.volumeLifecycle().stage();
                    Path target = original.publish();
                    Files.writeString(target.resolve("data"), "before");
                    original.unpublish(target);
                    original.unstage();
                    Volume made = trial.create(from(trial, sourceOf.in(trial, original.volume())));
                    target = original.stage().publish();
                    Files.writeString(target.resolve("data"), "after");
                    Path copy = trial.volumeLifecycle(made, original.capability())
                            .stage()
                            .publish();
                    assertThat(copy.resolve("data")).hasContent("before");
                    Files.writeString(copy.resolve("data"), "changed in the copy");
                    assertThat(target.resolve("data")).hasContent("after");
                }));
    }

    private static CreateVolumeRequest.Builder from(Trial trial, VolumeContentSource source) {
        return trial.newVolume().setVolumeContentSource(source);
    }

    private static VolumeContentSource named(boolean snapshot, String id) {
        return snapshot ? snapshot(id) : volume(id);
    }

    private static VolumeContentSource snapshotOf(Trial trial, Volume original) {
        return snapshot(trial.snapshot(original.getVolumeId()).getSnapshotId());
    }

    static VolumeContentSource snapshot(String id) {
        return VolumeContentSource.newBuilder()
                .setSnapshot(SnapshotSource.newBuilder().setSnapshotId(id))
                .build();
    }

    private static VolumeContentSource volume(String id) {
        return VolumeContentSource.newBuilder()
                .setVolume(VolumeSource.newBuilder().setVolumeId(id))
                .build();
    }
}
