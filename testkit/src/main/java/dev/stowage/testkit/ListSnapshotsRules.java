package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.LIST_SNAPSHOTS;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.Snapshot;
import java.util.List;

final class ListSnapshotsRules {

    private static final PagingRules<ListSnapshotsRequest, ListSnapshotsResponse> PAGING = new PagingRules<>(
            CsiMethods.LIST_SNAPSHOTS,
            (trial, max, token) ->
                    request(trial).setMaxEntries(max).setStartingToken(token).build(),
            page -> page.getEntriesList().stream()
                    .map(entry -> entry.getSnapshot().getSnapshotId())
                    .toList(),
            ListSnapshotsResponse::getNextToken,
            trial -> {
                String volume = VolumeRules.existing(trial);
                trial.needs(CsiCapability.CREATE_DELETE_SNAPSHOT);
                return List.of(
                        trial.snapshot(volume).getSnapshotId(),
                        trial.snapshot(volume).getSnapshotId(),
                        trial.snapshot(volume).getSnapshotId());
            });

    private ListSnapshotsRules() {}

    static RuleGroup list() {
        return RuleGroup.when(
                LIST_SNAPSHOTS,
                "ListSnapshots",
                StandardRules.unimplemented(CsiMethods.LIST_SNAPSHOTS, ListSnapshotsRequest.getDefaultInstance()),
                PagingRules.and(
                        PAGING.rules(),
                        rule("by snapshot: that one, as it was created", trial -> {
                            Snapshot snapshot = trial.snapshot(VolumeRules.existing(trial));
                            assertThat(snapshots(trial, request(trial).setSnapshotId(snapshot.getSnapshotId())))
                                    .containsExactly(snapshot);
                        }),
                        rule("by source: all of that volume and no others", trial -> {
                            String volume = VolumeRules.existing(trial);
                            Snapshot one = trial.snapshot(volume);
                            Snapshot two = trial.snapshot(volume);
                            var _ = trial.snapshot(VolumeRules.existing(trial));
                            assertThat(snapshots(trial, request(trial).setSourceVolumeId(volume)))
                                    .containsExactlyInAnyOrder(one, two);
                        }),
                        rule("by source and snapshot that do not belong together: nothing", trial -> {
                            Snapshot snapshot = trial.snapshot(VolumeRules.existing(trial));
                            assertThat(snapshots(
                                            trial,
                                            request(trial)
                                                    .setSnapshotId(snapshot.getSnapshotId())
                                                    .setSourceVolumeId(
                                                            trial.volume().getVolumeId())))
                                    .isEmpty();
                        }),
                        rule("by ids that do not exist: nothing", trial -> {
                            for (String id : HostileIds.unknown()) {
                                empty(trial, request(trial).setSnapshotId(id).build());
                                empty(
                                        trial,
                                        request(trial).setSourceVolumeId(id).build());
                            }
                        }),
                        rule("a deleted snapshot is not in it", trial -> {
                            String id = SnapshotRules.existing(trial);
                            var _ = trial.ok(CsiMethods.DELETE_SNAPSHOT, SnapshotRules.deletion(trial, id));
                            assertThat(snapshots(trial, request(trial)))
                                    .noneMatch(each -> each.getSnapshotId().equals(id));
                        })));
    }

    private static void empty(Trial trial, ListSnapshotsRequest request) {
        var outcome = trial.attempt(CsiMethods.LIST_SNAPSHOTS, request);
        assertThat(outcome.code()).isIn(OK, INVALID_ARGUMENT);
        if (outcome instanceof RpcOutcome.Ok<ListSnapshotsResponse>(var answer)) {
            assertThat(answer.getEntriesList()).isEmpty();
        }
    }

    private static List<Snapshot> snapshots(Trial trial, ListSnapshotsRequest.Builder request) {
        return trial.ok(CsiMethods.LIST_SNAPSHOTS, request.build()).getEntriesList().stream()
                .map(ListSnapshotsResponse.Entry::getSnapshot)
                .toList();
    }

    private static ListSnapshotsRequest.Builder request(Trial trial) {
        return ListSnapshotsRequest.newBuilder().putAllSecrets(trial.driver().secrets());
    }
}
