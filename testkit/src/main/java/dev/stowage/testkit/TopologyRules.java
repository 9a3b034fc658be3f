package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS;
import static dev.stowage.testkit.CsiCapability.VOLUME_ACCESSIBILITY_CONSTRAINTS;
import static dev.stowage.testkit.CsiMethods.CREATE_SNAPSHOT;
import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.Volume;

final class TopologyRules {

    private static final String KEY =
            "([A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";
    private static final String VALUE = "[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";

    private TopologyRules() {}

    static RuleGroup topology() {
        return RuleGroup.when(
                VOLUME_ACCESSIBILITY_CONSTRAINTS,
                "CreateVolume, topology",
                rule("not declared: neither volumes nor nodes have a topology", trial -> {
                    var node = trial.attempt(CsiMethods.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
                    if (node instanceof RpcOutcome.Ok<NodeGetInfoResponse>(var answer)) {
                        assertThat(answer.hasAccessibleTopology())
                                .as("NodeGetInfo has a topology")
                                .isFalse();
                    }
                    if (trial.has(CREATE_DELETE_VOLUME)) {
                        assertThat(trial.volume().getAccessibleTopologyList()).isEmpty();
                    }
                }),
                rule("the node has a topology with valid keys and values", trial -> {
                    assertThat(trial.node().getAccessibleTopology().getSegmentsMap())
                            .isNotEmpty()
                            .allSatisfy((key, value) -> {
                                assertThat(key).matches(KEY);
                                assertThat(value).matches(VALUE);
                            });
                }),
                rule("a volume has a topology, and it is the requested one", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Volume volume = trial.volume();
                    Topology node = trial.node().getAccessibleTopology();
                    assertThat(volume.getAccessibleTopologyList())
                            .anySatisfy(place ->
                                    assertThat(node.getSegmentsMap()).containsAllEntriesOf(place.getSegmentsMap()));
                }),
                rule("a volume requested without a topology still has one", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    assertThat(trial.create(trial.newVolume().clearAccessibilityRequirements())
                                    .getAccessibleTopologyList())
                            .isNotEmpty();
                }),
                rule("a topology that does not exist → RESOURCE_EXHAUSTED or INVALID_ARGUMENT", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Topology nowhere = nowhere(trial);
                    CreateVolumeRequest.Builder request = trial.newVolume()
                            .setAccessibilityRequirements(TopologyRequirement.newBuilder()
                                    .addRequisite(nowhere)
                                    .addPreferred(nowhere));
                    trial.refused(CREATE_VOLUME, request.build(), RESOURCE_EXHAUSTED, INVALID_ARGUMENT);
                }),
                rule("a snapshot requested in the node's topology is there", trial -> {
                    trial.needs(SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
                    Topology node = trial.node().getAccessibleTopology();
                    Snapshot snapshot = trial.snapshot(snapshotAt(trial, node));
                    assertThat(snapshot.getAccessibleTopologyList())
                            .allSatisfy(place ->
                                    assertThat(node.getSegmentsMap()).containsAllEntriesOf(place.getSegmentsMap()));
                }),
                rule("a snapshot in a topology that does not exist → RESOURCE_EXHAUSTED or INVALID_ARGUMENT", trial -> {
                    trial.needs(SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
                    trial.refused(
                            CREATE_SNAPSHOT, snapshotAt(trial, nowhere(trial)), RESOURCE_EXHAUSTED, INVALID_ARGUMENT);
                }));
    }

    private static CreateSnapshotRequest snapshotAt(Trial trial, Topology place) {
        return trial.newSnapshot(trial.volume().getVolumeId())
                .setAccessibilityRequirements(
                        TopologyRequirement.newBuilder().addRequisite(place).addPreferred(place))
                .build();
    }

    private static Topology nowhere(Trial trial) {
        Topology.Builder nowhere = trial.node().getAccessibleTopology().toBuilder();
        trial.node()
                .getAccessibleTopology()
                .getSegmentsMap()
                .keySet()
                .forEach(key -> nowhere.putSegments(key, "stowage-nowhere"));
        return nowhere.build();
    }
}
