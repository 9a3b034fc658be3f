package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME_STATS;
import static dev.stowage.testkit.CsiCapability.NODE_EXPAND_VOLUME;
import static dev.stowage.testkit.CsiCapability.NODE_VOLUME_CONDITION;
import static dev.stowage.testkit.CsiMethods.NODE_GET_VOLUME_STATS;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.VolumeUsage;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// NodeGetVolumeStats, with the condition it carried in CSI 1.12, and NodeExpandVolume.
final class StatsRules {

    private StatsRules() {}

    static RuleGroup stats() {
        return RuleGroup.when(
                GET_VOLUME_STATS,
                "NodeGetVolumeStats",
                StandardRules.unimplemented(
                        NODE_GET_VOLUME_STATS, asking("stowage-no-such-id", "/stowage-no-such-path")),
                StandardRules.missing(
                        "a volume id",
                        NODE_GET_VOLUME_STATS,
                        trial -> asking("", published(trial).path())),
                StandardRules.missing(
                        "a volume path",
                        NODE_GET_VOLUME_STATS,
                        trial -> asking(published(trial).id(), "")),
                StandardRules.refused(
                        "a volume that does not exist",
                        NODE_GET_VOLUME_STATS,
                        trial -> asking("stowage-no-such-id", published(trial).path()),
                        NOT_FOUND),
                StandardRules.refused(
                        "a path where the volume is not",
                        NODE_GET_VOLUME_STATS,
                        trial -> asking(published(trial).id(), "/stowage-no-such-path"),
                        NOT_FOUND),
                rule("hostile volume ids → NOT_FOUND or INVALID_ARGUMENT", trial -> {
                    String path = published(trial).path();
                    for (String id : HostileIds.unknown()) {
                        trial.refused(NODE_GET_VOLUME_STATS, asking(id, path), NOT_FOUND, INVALID_ARGUMENT);
                    }
                }),
                rule("values have units, are not negative and consistent", trial -> {
                    Published place = published(trial);
                    NodeGetVolumeStatsResponse answer =
                            trial.ok(NODE_GET_VOLUME_STATS, asking(place.id(), place.path()));
                    assertThat(answer.getUsageList())
                            .anyMatch(usage -> usage.getUnit() == VolumeUsage.Unit.BYTES)
                            .allSatisfy(usage -> {
                                assertThat(usage.getUnitValue()).as("unit").isPositive();
                                assertThat(usage.getTotal()).isNotNegative();
                                assertThat(usage.getUsed()).isNotNegative().isLessThanOrEqualTo(usage.getTotal());
                                assertThat(usage.getAvailable()).isNotNegative().isLessThanOrEqualTo(usage.getTotal());
                            });
                }),
                rule("an unpublished volume → NOT_FOUND", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    lifecycle.unpublish(target);
                    trial.refused(NODE_GET_VOLUME_STATS, asking(lifecycle.id(), target.toString()), NOT_FOUND);
                }),
                rule("with VOLUME_CONDITION of CSI 1.12: a condition with a message", trial -> {
                    trial.needs(NODE_VOLUME_CONDITION);
                    Published place = published(trial);
                    NodeGetVolumeStatsResponse answer =
                            trial.ok(NODE_GET_VOLUME_STATS, asking(place.id(), place.path()));
                    assertThat(answer.hasVolumeCondition()).isTrue();
                    ListVolumesRules.wellFormed(answer.getVolumeCondition());
                }));
    }

    static RuleGroup expand() {
        return RuleGroup.when(
                NODE_EXPAND_VOLUME,
                "NodeExpandVolume",
                StandardRules.unimplemented(
                        CsiMethods.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .setVolumePath("/stowage-no-such-path")
                                .build()),
                StandardRules.missing(
                        "a volume id",
                        CsiMethods.NODE_EXPAND_VOLUME,
                        trial ->
                                growth(trial, new Published("", published(trial).path()))),
                StandardRules.missing(
                        "a volume path",
                        CsiMethods.NODE_EXPAND_VOLUME,
                        trial -> growth(trial, new Published(published(trial).id(), ""))),
                StandardRules.refused(
                        "a volume that does not exist",
                        CsiMethods.NODE_EXPAND_VOLUME,
                        trial -> growth(
                                trial,
                                new Published(
                                        "stowage-no-such-id", published(trial).path())),
                        NOT_FOUND),
                StandardRules.refused(
                        "a path where the volume is not",
                        CsiMethods.NODE_EXPAND_VOLUME,
                        trial -> growth(trial, new Published(published(trial).id(), "/stowage-no-such-path")),
                        NOT_FOUND),
                rule(
                        "a published volume expanded by the controller is expanded on the node, also when repeated",
                        trial -> {
                            trial.driver().noGrowthWhenMounted().ifPresent(why -> Assumptions.abort(why));
                            Published place = published(trial);
                            if (trial.has(CsiCapability.EXPAND_VOLUME)) {
                                trial.needs(CsiCapability.ONLINE_EXPANSION);
                                var _ = trial.ok(
                                        CsiMethods.CONTROLLER_EXPAND_VOLUME,
                                        ChangeRules.ranged(
                                                trial,
                                                place.id(),
                                                SampleRequests.atLeast(
                                                        trial.driver().expandedBytes())));
                            }
                            long first = trial.ok(CsiMethods.NODE_EXPAND_VOLUME, growth(trial, place))
                                    .getCapacityBytes();
                            assertThat(first)
                                    .satisfiesAnyOf(
                                            size -> assertThat(size).isZero(),
                                            size -> assertThat(size)
                                                    .isGreaterThanOrEqualTo(
                                                            trial.driver().expandedBytes()));
                            assertThat(trial.ok(CsiMethods.NODE_EXPAND_VOLUME, growth(trial, place))
                                            .getCapacityBytes())
                                    .isEqualTo(first);
                        }));
    }

    private record Published(String id, String path) {}

    private static Published published(Trial trial) {
        trial.needs(CREATE_DELETE_VOLUME);
        VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
        return new Published(lifecycle.id(), lifecycle.publish().toString());
    }

    private static NodeGetVolumeStatsRequest asking(String id, String path) {
        return NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(path)
                .build();
    }

    private static NodeExpandVolumeRequest growth(Trial trial, Published place) {
        return NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(place.id())
                .setVolumePath(place.path())
                .setCapacityRange(SampleRequests.atLeast(trial.driver().expandedBytes()))
                .setVolumeCapability(SampleRequests.mount(trial))
                .build();
    }
}
