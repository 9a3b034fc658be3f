package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_SNAPSHOT;
import static dev.stowage.testkit.CsiCapability.SNAPSHOT_METADATA_SERVICE;
import static dev.stowage.testkit.CsiMethods.GET_METADATA_ALLOCATED;
import static dev.stowage.testkit.CsiMethods.GET_METADATA_DELTA;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.GetMetadataAllocatedRequest;
import dev.stowage.csi.v1.GetMetadataDeltaRequest;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Snapshot metadata: allocated blocks of a snapshot, and changed blocks between two.
final class MetadataRules {

    private MetadataRules() {}

    /// The starting offset of a stream, the limit of its messages, and the snapshots.
    private interface Ask<Q> {
        Q of(Trial trial, TwoSnapshots snapshots, long offset, int max);
    }

    static RuleGroup allocated() {
        return RuleGroup.when(
                SNAPSHOT_METADATA_SERVICE,
                "GetMetadataAllocated",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> refused(trial, GET_METADATA_ALLOCATED, allocated(trial, "none", 0, 0), UNIMPLEMENTED)),
                rules(
                        GET_METADATA_ALLOCATED,
                        (trial, two, offset, max) -> allocated(trial, two.base(), offset, max),
                        refusing(
                                "without a snapshot id",
                                GET_METADATA_ALLOCATED,
                                trial -> allocated(trial, "", 0, 0),
                                INVALID_ARGUMENT),
                        refusing(
                                "a snapshot that does not exist",
                                GET_METADATA_ALLOCATED,
                                trial -> allocated(trial, "stowage-no-such-id", 0, 0),
                                NOT_FOUND),
                        hostile(GET_METADATA_ALLOCATED, (trial, id) -> allocated(trial, id, 0, 0)),
                        rule("what was written is in it", trial -> {
                            trial.needsLocalMounts();
                            TwoSnapshots two = snapshots(trial);
                            two.needsBlockVolumes();
                            BlockMetadataStream found =
                                    read(trial, GET_METADATA_ALLOCATED, allocated(trial, two.target(), 0, 0));
                            assertThat(two.written())
                                    .as("offsets written")
                                    .isNotEmpty()
                                    .allMatch(found::covers);
                        })));
    }

    static RuleGroup delta() {
        return RuleGroup.when(
                SNAPSHOT_METADATA_SERVICE,
                "GetMetadataDelta",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial ->
                                refused(trial, GET_METADATA_DELTA, delta(trial, "none", "other", 0, 0), UNIMPLEMENTED)),
                rules(
                        GET_METADATA_DELTA,
                        (trial, two, offset, max) -> delta(trial, two.base(), two.target(), offset, max),
                        refusing(
                                "without a base",
                                GET_METADATA_DELTA,
                                trial -> delta(trial, "", snapshots(trial).target(), 0, 0),
                                INVALID_ARGUMENT),
                        refusing(
                                "without a target",
                                GET_METADATA_DELTA,
                                trial -> delta(trial, snapshots(trial).base(), "", 0, 0),
                                INVALID_ARGUMENT),
                        refusing(
                                "a base that does not exist",
                                GET_METADATA_DELTA,
                                trial -> delta(
                                        trial,
                                        "stowage-no-such-id",
                                        snapshots(trial).target(),
                                        0,
                                        0),
                                NOT_FOUND),
                        refusing(
                                "a target that does not exist",
                                GET_METADATA_DELTA,
                                trial -> delta(trial, snapshots(trial).base(), "stowage-no-such-id", 0, 0),
                                NOT_FOUND),
                        hostile(GET_METADATA_DELTA, (trial, id) -> delta(trial, id, id, 0, 0)),
                        rule("between a snapshot and itself: nothing", trial -> {
                            String id = snapshots(trial).base();
                            assertThat(read(trial, GET_METADATA_DELTA, delta(trial, id, id, 0, 0))
                                            .ranges())
                                    .isEmpty();
                        }),
                        rule(
                                "snapshots of different volumes → INVALID_ARGUMENT",
                                trial -> refused(
                                        trial,
                                        GET_METADATA_DELTA,
                                        delta(
                                                trial,
                                                snapshots(trial).base(),
                                                snapshots(trial).target(),
                                                0,
                                                0),
                                        INVALID_ARGUMENT)),
                        rule("what was written in between is in it", trial -> {
                            trial.needsLocalMounts();
                            TwoSnapshots two = snapshots(trial);
                            two.needsBlockVolumes();
                            BlockMetadataStream found =
                                    read(trial, GET_METADATA_DELTA, delta(trial, two.base(), two.target(), 0, 0));
                            assertThat(two.changed())
                                    .as("offsets changed")
                                    .isNotEmpty()
                                    .allMatch(found::covers);
                        })));
    }

    /// The rules that both streams share.
    private static <Q extends Message, R extends Message> Rule[] rules(
            MethodDescriptor<Q, R> rpc, Ask<Q> ask, Rule... own) {
        List<Rule> rules = new ArrayList<>(List.of(own));
        rules.add(rule("ranges ascend, do not overlap, and lie within the volume", trial -> {
            BlockMetadataStream found = read(trial, rpc, ask.of(trial, snapshots(trial), 0, 0));
            found.check(0, 0);
        }));
        rules.add(rule("max_results is respected in every message, and the ranges are the same", trial -> {
            TwoSnapshots two = snapshots(trial);
            BlockMetadataStream whole = read(trial, rpc, ask.of(trial, two, 0, 0));
            BlockMetadataStream limited = read(trial, rpc, ask.of(trial, two, 0, 1));
            limited.check(0, 1);
            assertThat(limited.bytes()).isEqualTo(whole.bytes());
        }));
        rules.add(rule("started in the middle, the stream continues where the first part ended", trial -> {
            TwoSnapshots two = snapshots(trial);
            BlockMetadataStream whole = read(trial, rpc, ask.of(trial, two, 0, 0));
            for (long offset : whole.ends()) {
                if (offset < whole.capacity()) {
                    BlockMetadataStream rest = read(trial, rpc, ask.of(trial, two, offset, 0));
                    rest.check(offset, 0);
                    assertThat(rest.bytesFrom(offset)).isEqualTo(whole.bytesFrom(offset));
                }
            }
        }));
        rules.add(rule(
                "a negative offset → OUT_OF_RANGE",
                trial -> refused(trial, rpc, ask.of(trial, snapshots(trial), -1, 0), OUT_OF_RANGE)));
        rules.add(rule(
                "an offset beyond the volume → OUT_OF_RANGE",
                trial -> refused(trial, rpc, ask.of(trial, snapshots(trial), Long.MAX_VALUE, 0), OUT_OF_RANGE)));
        rules.add(rule(
                "negative max_results → INVALID_ARGUMENT",
                trial -> refused(trial, rpc, ask.of(trial, snapshots(trial), 0, -1), INVALID_ARGUMENT)));
        return rules.toArray(Rule[]::new);
    }

    private static <Q extends Message, R extends Message> Rule refusing(
            String what, MethodDescriptor<Q, R> rpc, StandardRules.Request<Q> request, Code code) {
        return rule(what + " → " + code, trial -> refused(trial, rpc, request.in(trial), code));
    }

    private static <Q extends Message, R extends Message> Rule hostile(
            MethodDescriptor<Q, R> rpc, StandardRules.RequestWith<Q> request) {
        Set<Code> allowed = EnumSet.of(NOT_FOUND, INVALID_ARGUMENT);
        return rule("hostile ids → NOT_FOUND or INVALID_ARGUMENT", trial -> {
            for (String id : HostileIds.unknown()) {
                assertThat(trial.stream(rpc, request.in(trial, id)).code())
                        .as("id %s", HostileIds.readable(id))
                        .isIn(allowed);
            }
        });
    }

    private static <Q extends Message, R extends Message> void refused(
            Trial trial, MethodDescriptor<Q, R> rpc, Q request, Code code) {
        assertThat(trial.stream(rpc, request).code())
                .as("%s of %s", DriverConnection.name(rpc), MessageText.of(request))
                .isEqualTo(code);
    }

    private static <Q extends Message, R extends Message> BlockMetadataStream read(
            Trial trial, MethodDescriptor<Q, R> rpc, Q request) {
        var outcome = trial.stream(rpc, request);
        assertThat(outcome.code()).as("%s", outcome).isEqualTo(OK);
        return BlockMetadataStream.of(outcome.orElseThrow());
    }

    private static TwoSnapshots snapshots(Trial trial) throws Exception {
        trial.needs(CREATE_DELETE_SNAPSHOT);
        return TwoSnapshots.in(trial);
    }

    private static GetMetadataAllocatedRequest allocated(Trial trial, String id, long offset, int max) {
        return GetMetadataAllocatedRequest.newBuilder()
                .setSnapshotId(id)
                .setStartingOffset(offset)
                .setMaxResults(max)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    private static GetMetadataDeltaRequest delta(Trial trial, String base, String target, long offset, int max) {
        return GetMetadataDeltaRequest.newBuilder()
                .setBaseSnapshotId(base)
                .setTargetSnapshotId(target)
                .setStartingOffset(offset)
                .setMaxResults(max)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
