package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME_GROUP_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.DELETE_VOLUME_GROUP_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.GET_VOLUME_GROUP_SNAPSHOT;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import java.util.List;

/// Snapshots of several volumes at one instant.
final class GroupRules {

    private GroupRules() {}

    static RuleGroup create() {
        return RuleGroup.when(
                CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT,
                "CreateVolumeGroupSnapshot",
                StandardRules.unimplemented(
                        CREATE_VOLUME_GROUP_SNAPSHOT,
                        CreateVolumeGroupSnapshotRequest.newBuilder()
                                .setName("stowage-group")
                                .addSourceVolumeIds("stowage-no-such-id")
                                .build()),
                StandardRules.missing(
                        "a name",
                        CREATE_VOLUME_GROUP_SNAPSHOT,
                        trial -> request(trial, two(trial)).clearName().build()),
                StandardRules.missing(
                        "source volumes",
                        CREATE_VOLUME_GROUP_SNAPSHOT,
                        trial -> request(trial, List.of()).build()),
                StandardRules.refused(
                        "a source volume that does not exist",
                        CREATE_VOLUME_GROUP_SNAPSHOT,
                        trial -> request(trial, List.of(VolumeRules.existing(trial), "stowage-no-such-id"))
                                .build(),
                        NOT_FOUND),
                StandardRules.hostile(
                        CREATE_VOLUME_GROUP_SNAPSHOT,
                        (trial, id) -> request(trial, List.of(id)).build(),
                        NOT_FOUND),
                rule("one snapshot per volume, each with its group id", trial -> {
                    List<String> volumes = two(trial);
                    VolumeGroupSnapshot group = create(trial, request(trial, volumes));
                    assertThat(group.getGroupSnapshotId()).isNotBlank();
                    assertThat(group.getCreationTime().getSeconds()).isPositive();
                    assertThat(group.getSnapshotsList().stream().map(Snapshot::getSourceVolumeId))
                            .containsExactlyInAnyOrderElementsOf(volumes);
                    assertThat(group.getSnapshotsList()).allSatisfy(snapshot -> {
                        assertThat(snapshot.getSnapshotId()).isNotBlank();
                        assertThat(snapshot.getCreationTime().getSeconds()).isPositive();
                        assertThat(snapshot.getGroupSnapshotId()).isIn("", group.getGroupSnapshotId());
                    });
                }),
                rule("the same request returns the same group", trial -> {
                    CreateVolumeGroupSnapshotRequest.Builder request = request(trial, two(trial));
                    VolumeGroupSnapshot first = create(trial, request);
                    VolumeGroupSnapshot again = create(trial, request);
                    assertThat(again.getGroupSnapshotId()).isEqualTo(first.getGroupSnapshotId());
                    assertThat(ids(again)).containsExactlyInAnyOrderElementsOf(ids(first));
                }),
                rule("same name, other volumes → ALREADY_EXISTS", trial -> {
                    CreateVolumeGroupSnapshotRequest.Builder request = request(trial, two(trial));
                    var _ = create(trial, request);
                    trial.refused(
                            CREATE_VOLUME_GROUP_SNAPSHOT,
                            request.clearSourceVolumeIds()
                                    .addSourceVolumeIds(VolumeRules.existing(trial))
                                    .build(),
                            ALREADY_EXISTS);
                }),
                rule("a member is a source for a new volume", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    var _ = trial.create(trial.newVolume()
                            .setVolumeContentSource(
                                    SourceRules.snapshot(ids(group).getFirst())));
                }));
    }

    static RuleGroup get() {
        return RuleGroup.when(
                CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT,
                "GetVolumeGroupSnapshot",
                StandardRules.unimplemented(
                        GET_VOLUME_GROUP_SNAPSHOT,
                        GetVolumeGroupSnapshotRequest.newBuilder()
                                .setGroupSnapshotId("stowage-no-such-id")
                                .build()),
                StandardRules.missing("a group id", GET_VOLUME_GROUP_SNAPSHOT, trial -> asking(trial, "", List.of())),
                StandardRules.refused(
                        "a group that does not exist",
                        GET_VOLUME_GROUP_SNAPSHOT,
                        trial -> asking(trial, "stowage-no-such-id", List.of("stowage-no-such-snapshot")),
                        NOT_FOUND),
                StandardRules.hostile(
                        GET_VOLUME_GROUP_SNAPSHOT,
                        (trial, id) -> asking(trial, id, List.of("stowage-no-such-snapshot")),
                        NOT_FOUND),
                rule("a group is returned as it was created", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    VolumeGroupSnapshot found = trial.ok(
                                    GET_VOLUME_GROUP_SNAPSHOT, asking(trial, group.getGroupSnapshotId(), ids(group)))
                            .getGroupSnapshot();
                    assertThat(found.getGroupSnapshotId()).isEqualTo(group.getGroupSnapshotId());
                    assertThat(found.getCreationTime()).isEqualTo(group.getCreationTime());
                    // Members may have become ready since.
                    assertThat(found.getSnapshotsList().stream().map(GroupRules::ready))
                            .containsExactlyInAnyOrderElementsOf(group.getSnapshotsList().stream()
                                    .map(GroupRules::ready)
                                    .toList());
                }),
                rule("members that are not the group's → INVALID_ARGUMENT", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    trial.refused(
                            GET_VOLUME_GROUP_SNAPSHOT,
                            asking(trial, group.getGroupSnapshotId(), List.of("stowage-no-such-snapshot")),
                            INVALID_ARGUMENT);
                }),
                rule("a deleted group → NOT_FOUND", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    var _ = trial.ok(DELETE_VOLUME_GROUP_SNAPSHOT, deletion(trial, group));
                    trial.refused(
                            GET_VOLUME_GROUP_SNAPSHOT,
                            asking(trial, group.getGroupSnapshotId(), ids(group)),
                            NOT_FOUND);
                }));
    }

    static RuleGroup delete() {
        return RuleGroup.when(
                CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT,
                "DeleteVolumeGroupSnapshot",
                StandardRules.unimplemented(
                        DELETE_VOLUME_GROUP_SNAPSHOT,
                        DeleteVolumeGroupSnapshotRequest.newBuilder()
                                .setGroupSnapshotId("stowage-no-such-id")
                                .build()),
                StandardRules.missing(
                        "a group id",
                        DELETE_VOLUME_GROUP_SNAPSHOT,
                        trial -> deletion(trial, VolumeGroupSnapshot.getDefaultInstance())),
                rule("a group that does not exist → OK", trial -> {
                    var _ = trial.ok(DELETE_VOLUME_GROUP_SNAPSHOT, deletion(trial, named("stowage-no-such-id")));
                }),
                StandardRules.hostile(
                        DELETE_VOLUME_GROUP_SNAPSHOT, (trial, id) -> deletion(trial, named(id)), OK, NOT_FOUND),
                rule("deleted twice → OK", trial -> {
                    DeleteVolumeGroupSnapshotRequest request =
                            deletion(trial, create(trial, request(trial, two(trial))));
                    var _ = trial.ok(DELETE_VOLUME_GROUP_SNAPSHOT, request);
                    var _ = trial.ok(DELETE_VOLUME_GROUP_SNAPSHOT, request);
                }),
                rule("members that are not the group's → INVALID_ARGUMENT, nothing deleted", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    trial.refused(
                            DELETE_VOLUME_GROUP_SNAPSHOT,
                            deletion(trial, group).toBuilder()
                                    .clearSnapshotIds()
                                    .addSnapshotIds("stowage-no-such-snapshot")
                                    .build(),
                            INVALID_ARGUMENT);
                    var _ = trial.ok(GET_VOLUME_GROUP_SNAPSHOT, asking(trial, group.getGroupSnapshotId(), ids(group)));
                }),
                rule("a member that names its group cannot be deleted alone → INVALID_ARGUMENT", trial -> {
                    VolumeGroupSnapshot group = create(trial, request(trial, two(trial)));
                    for (Snapshot member : group.getSnapshotsList()) {
                        if (!member.getGroupSnapshotId().isEmpty()) {
                            trial.refused(
                                    CsiMethods.DELETE_SNAPSHOT,
                                    SnapshotRules.deletion(trial, member.getSnapshotId()),
                                    INVALID_ARGUMENT);
                        }
                    }
                }));
    }

    private static List<String> two(Trial trial) {
        return List.of(VolumeRules.existing(trial), VolumeRules.existing(trial));
    }

    private static List<String> ids(VolumeGroupSnapshot group) {
        return group.getSnapshotsList().stream().map(Snapshot::getSnapshotId).toList();
    }

    private static Snapshot ready(Snapshot snapshot) {
        return snapshot.toBuilder().setReadyToUse(true).build();
    }

    private static VolumeGroupSnapshot named(String id) {
        return VolumeGroupSnapshot.newBuilder()
                .setGroupSnapshotId(id)
                .addSnapshots(Snapshot.newBuilder().setSnapshotId("stowage-no-such-snapshot"))
                .build();
    }

    private static VolumeGroupSnapshot create(Trial trial, CreateVolumeGroupSnapshotRequest.Builder request) {
        return trial.ok(CREATE_VOLUME_GROUP_SNAPSHOT, request.build()).getGroupSnapshot();
    }

    private static CreateVolumeGroupSnapshotRequest.Builder request(Trial trial, List<String> volumes) {
        return CreateVolumeGroupSnapshotRequest.newBuilder()
                .setName(trial.name())
                .addAllSourceVolumeIds(volumes)
                .putAllParameters(trial.driver().groupSnapshotParameters())
                .putAllSecrets(trial.driver().secrets());
    }

    private static GetVolumeGroupSnapshotRequest asking(Trial trial, String id, List<String> members) {
        return GetVolumeGroupSnapshotRequest.newBuilder()
                .setGroupSnapshotId(id)
                .addAllSnapshotIds(members)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    private static DeleteVolumeGroupSnapshotRequest deletion(Trial trial, VolumeGroupSnapshot group) {
        return TrialCleanup.deletion(group, trial.driver().secrets());
    }
}
