package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.GET_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.CREATE_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.DELETE_SNAPSHOT;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Volume;
import java.nio.charset.StandardCharsets;

/// CreateSnapshot, DeleteSnapshot and GetSnapshot.
final class SnapshotRules {

    private SnapshotRules() {}

    static RuleGroup create() {
        return RuleGroup.when(
                CREATE_DELETE_SNAPSHOT,
                "CreateSnapshot",
                StandardRules.unimplemented(
                        CREATE_SNAPSHOT,
                        CreateSnapshotRequest.newBuilder()
                                .setName("stowage-snapshot")
                                .setSourceVolumeId("stowage-no-such-id")
                                .build()),
                StandardRules.missing(
                        "a name",
                        CREATE_SNAPSHOT,
                        trial -> trial.newSnapshot(VolumeRules.existing(trial))
                                .clearName()
                                .build()),
                StandardRules.missing(
                        "a source volume",
                        CREATE_SNAPSHOT,
                        trial -> trial.newSnapshot("").build()),
                StandardRules.refused(
                        "a source volume that does not exist",
                        CREATE_SNAPSHOT,
                        trial -> trial.newSnapshot("stowage-no-such-id").build(),
                        NOT_FOUND),
                StandardRules.hostile(
                        CREATE_SNAPSHOT, (trial, id) -> trial.newSnapshot(id).build(), NOT_FOUND),
                StandardRules.similarIds(
                        CREATE_SNAPSHOT,
                        VolumeRules::existing,
                        (trial, id) -> trial.newSnapshot(id).build(),
                        NOT_FOUND),
                rule("the answer carries id, source, time and size", trial -> {
                    Volume volume = trial.volume();
                    Snapshot snapshot = trial.snapshot(volume.getVolumeId());
                    assertThat(snapshot.getSnapshotId()).isNotBlank();
                    assertThat(snapshot.getSnapshotId().getBytes(StandardCharsets.UTF_8))
                            .hasSizeLessThanOrEqualTo(128);
                    assertThat(snapshot.getSourceVolumeId()).isEqualTo(volume.getVolumeId());
                    assertThat(snapshot.getCreationTime().getSeconds())
                            .as("creation time")
                            .isPositive();
                    assertThat(snapshot.getSizeBytes()).isNotNegative();
                    assertThat(snapshot.getGroupSnapshotId())
                            .as("a snapshot on its own is in no group")
                            .isEmpty();
                }),
                rule("the same request returns the same snapshot", trial -> {
                    CreateSnapshotRequest request =
                            trial.newSnapshot(VolumeRules.existing(trial)).build();
                    Snapshot first = trial.snapshot(request);
                    Snapshot again = trial.snapshot(request);
                    assertThat(again.getSnapshotId()).isEqualTo(first.getSnapshotId());
                    assertThat(again.getCreationTime()).isEqualTo(first.getCreationTime());
                }),
                rule("same name, other source → ALREADY_EXISTS", trial -> {
                    CreateSnapshotRequest.Builder request = trial.newSnapshot(VolumeRules.existing(trial));
                    var _ = trial.snapshot(request.build());
                    trial.refused(
                            CREATE_SNAPSHOT,
                            request.setSourceVolumeId(trial.volume().getVolumeId())
                                    .build(),
                            ALREADY_EXISTS);
                }),
                rule("only a driver with SNAPSHOT_ACCESSIBILITY_CONSTRAINTS says where a snapshot is", trial -> {
                    Snapshot snapshot = trial.snapshot(VolumeRules.existing(trial));
                    if (!trial.has(CsiCapability.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS)) {
                        assertThat(snapshot.getAccessibleTopologyList()).isEmpty();
                    }
                }),
                rule("two names, two snapshots", trial -> {
                    String volume = VolumeRules.existing(trial);
                    assertThat(trial.snapshot(volume).getSnapshotId())
                            .isNotEqualTo(trial.snapshot(volume).getSnapshotId());
                }),
                rule("a name of 128 bytes is accepted", trial -> {
                    String name = trial.name();
                    var _ = trial.snapshot(trial.newSnapshot(VolumeRules.existing(trial))
                            .setName(name + "n".repeat(128 - name.length()))
                            .build());
                }),
                rule("a name beyond 128 bytes or with a path in it is accepted or INVALID_ARGUMENT", trial -> {
                    String volume = VolumeRules.existing(trial);
                    for (String odd : new String[] {"n".repeat(600), "/../../etc", "\0"}) {
                        assertThat(trial.attempt(
                                                CREATE_SNAPSHOT,
                                                trial.newSnapshot(volume)
                                                        .setName(trial.name() + odd)
                                                        .build())
                                        .code())
                                .isIn(OK, INVALID_ARGUMENT);
                    }
                }));
    }

    static RuleGroup delete() {
        return RuleGroup.when(
                CREATE_DELETE_SNAPSHOT,
                "DeleteSnapshot",
                StandardRules.unimplemented(
                        DELETE_SNAPSHOT,
                        DeleteSnapshotRequest.newBuilder()
                                .setSnapshotId("stowage-no-such-id")
                                .build()),
                StandardRules.missing("a snapshot id", DELETE_SNAPSHOT, trial -> deletion(trial, "")),
                rule("a snapshot that does not exist → OK", trial -> {
                    var _ = trial.ok(DELETE_SNAPSHOT, deletion(trial, "stowage-no-such-id"));
                }),
                StandardRules.hostile(DELETE_SNAPSHOT, SnapshotRules::deletion, OK, NOT_FOUND),
                rule("deleted twice → OK", trial -> {
                    DeleteSnapshotRequest request = deletion(trial, existing(trial));
                    var _ = trial.ok(DELETE_SNAPSHOT, request);
                    var _ = trial.ok(DELETE_SNAPSHOT, request);
                }),
                rule("a deleted snapshot is not a source", trial -> {
                    String id = existing(trial);
                    var _ = trial.ok(DELETE_SNAPSHOT, deletion(trial, id));
                    trial.refused(
                            CsiMethods.CREATE_VOLUME,
                            trial.newVolume()
                                    .setVolumeContentSource(SourceRules.snapshot(id))
                                    .build(),
                            NOT_FOUND);
                }),
                rule("the name of a deleted snapshot can be used again", trial -> {
                    CreateSnapshotRequest.Builder request = trial.newSnapshot(VolumeRules.existing(trial));
                    var _ = trial.ok(
                            DELETE_SNAPSHOT,
                            deletion(trial, trial.snapshot(request.build()).getSnapshotId()));
                    var _ = trial.snapshot(
                            request.setSourceVolumeId(trial.volume().getVolumeId())
                                    .build());
                }),
                rule("an id similar to a snapshot's does not delete it", trial -> {
                    String id = existing(trial);
                    for (String similar : HostileIds.like(id)) {
                        assertThat(trial.attempt(DELETE_SNAPSHOT, deletion(trial, similar))
                                        .code())
                                .isIn(OK, NOT_FOUND, INVALID_ARGUMENT);
                    }
                    var _ = trial.create(trial.newVolume().setVolumeContentSource(SourceRules.snapshot(id)));
                }));
    }

    static RuleGroup get() {
        return RuleGroup.when(
                GET_SNAPSHOT,
                "GetSnapshot",
                StandardRules.unimplemented(
                        CsiMethods.GET_SNAPSHOT,
                        GetSnapshotRequest.newBuilder()
                                .setSnapshotId("stowage-no-such-id")
                                .build()),
                StandardRules.missing("a snapshot id", CsiMethods.GET_SNAPSHOT, trial -> asking(trial, "")),
                StandardRules.refused(
                        "a snapshot that does not exist",
                        CsiMethods.GET_SNAPSHOT,
                        trial -> asking(trial, "stowage-no-such-id"),
                        NOT_FOUND),
                StandardRules.hostile(CsiMethods.GET_SNAPSHOT, SnapshotRules::asking, NOT_FOUND),
                StandardRules.similarIds(
                        CsiMethods.GET_SNAPSHOT, SnapshotRules::existing, SnapshotRules::asking, NOT_FOUND),
                rule("a snapshot is returned as it was created", trial -> {
                    Snapshot snapshot = trial.snapshot(VolumeRules.existing(trial));
                    assertThat(trial.ok(CsiMethods.GET_SNAPSHOT, asking(trial, snapshot.getSnapshotId()))
                                    .getSnapshot())
                            .isEqualTo(snapshot);
                }),
                rule("a deleted snapshot → NOT_FOUND", trial -> {
                    String id = existing(trial);
                    var _ = trial.ok(DELETE_SNAPSHOT, deletion(trial, id));
                    trial.refused(CsiMethods.GET_SNAPSHOT, asking(trial, id), NOT_FOUND);
                }));
    }

    static String existing(Trial trial) {
        trial.needs(CREATE_DELETE_SNAPSHOT);
        return trial.snapshot(VolumeRules.existing(trial)).getSnapshotId();
    }

    static DeleteSnapshotRequest deletion(Trial trial, String id) {
        return DeleteSnapshotRequest.newBuilder()
                .setSnapshotId(id)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    private static GetSnapshotRequest asking(Trial trial, String id) {
        return GetSnapshotRequest.newBuilder()
                .setSnapshotId(id)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
