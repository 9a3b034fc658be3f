package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUMES;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUMES_PUBLISHED_NODES;
import static dev.stowage.testkit.CsiCapability.VOLUME_CONDITION;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_GET_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerGetVolumeResponse;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCondition;
import java.util.List;
import java.util.Optional;

/// ListVolumes, ControllerGetVolume, and the volume condition that both had in CSI 1.12.
final class ListVolumesRules {

    private static final PagingRules<ListVolumesRequest, ListVolumesResponse> PAGING = new PagingRules<>(
            CsiMethods.LIST_VOLUMES,
            (_, max, token) -> ListVolumesRequest.newBuilder()
                    .setMaxEntries(max)
                    .setStartingToken(token)
                    .build(),
            page -> page.getEntriesList().stream()
                    .map(entry -> entry.getVolume().getVolumeId())
                    .toList(),
            ListVolumesResponse::getNextToken,
            trial -> {
                trial.needs(CREATE_DELETE_VOLUME);
                return List.of(
                        trial.volume().getVolumeId(),
                        trial.volume().getVolumeId(),
                        trial.volume().getVolumeId(),
                        trial.volume().getVolumeId(),
                        trial.volume().getVolumeId());
            });

    private ListVolumesRules() {}

    static RuleGroup list() {
        return RuleGroup.when(
                LIST_VOLUMES,
                "ListVolumes",
                StandardRules.unimplemented(CsiMethods.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance()),
                PagingRules.and(
                        PAGING.rules(),
                        rule("a new volume is in it, as it was created", trial -> {
                            trial.needs(CREATE_DELETE_VOLUME);
                            Volume volume = trial.volume();
                            assertThat(entry(trial, volume.getVolumeId()))
                                    .hasValueSatisfying(entry -> same(entry.getVolume(), volume));
                        }),
                        rule("a deleted volume is not", trial -> {
                            trial.needs(CREATE_DELETE_VOLUME);
                            String id = trial.volume().getVolumeId();
                            var _ = trial.ok(CsiMethods.DELETE_VOLUME, VolumeRules.deletion(trial, id));
                            assertThat(entry(trial, id)).isEmpty();
                        }),
                        rule("an attached volume names its node, a detached one does not", trial -> {
                            trial.needs(LIST_VOLUMES_PUBLISHED_NODES);
                            VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                            assertThat(entry(trial, lifecycle.id())
                                            .orElseThrow()
                                            .getStatus()
                                            .getPublishedNodeIdsList())
                                    .containsExactly(trial.node().getNodeId());
                            lifecycle.detach();
                            assertThat(entry(trial, lifecycle.id())
                                            .orElseThrow()
                                            .getStatus()
                                            .getPublishedNodeIdsList())
                                    .isEmpty();
                        })));
    }

    static RuleGroup get() {
        return RuleGroup.when(
                GET_VOLUME,
                "ControllerGetVolume",
                StandardRules.unimplemented(CONTROLLER_GET_VOLUME, asking("stowage-no-such-id")),
                StandardRules.missing("a volume id", CONTROLLER_GET_VOLUME, _ -> asking("")),
                StandardRules.refused(
                        "a volume that does not exist",
                        CONTROLLER_GET_VOLUME,
                        _ -> asking("stowage-no-such-id"),
                        NOT_FOUND),
                StandardRules.hostile(CONTROLLER_GET_VOLUME, (_, id) -> asking(id), NOT_FOUND),
                StandardRules.similarIds(
                        CONTROLLER_GET_VOLUME, VolumeRules::existing, (_, id) -> asking(id), NOT_FOUND),
                rule("a volume is returned as it was created, with a status", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    Volume volume = trial.volume();
                    ControllerGetVolumeResponse answer = trial.ok(CONTROLLER_GET_VOLUME, asking(volume.getVolumeId()));
                    same(answer.getVolume(), volume);
                    assertThat(answer.hasStatus()).as("status is set").isTrue();
                }),
                rule("an attached volume names its node", trial -> {
                    trial.needs(LIST_VOLUMES_PUBLISHED_NODES);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().attach();
                    assertThat(trial.ok(CONTROLLER_GET_VOLUME, asking(lifecycle.id()))
                                    .getStatus()
                                    .getPublishedNodeIdsList())
                            .containsExactly(trial.node().getNodeId());
                }));
    }

    static RuleGroup condition() {
        return RuleGroup.within(
                VOLUME_CONDITION,
                "Volume condition of CSI 1.12",
                rule("every entry of ListVolumes has a condition with a message", trial -> {
                    trial.needs(LIST_VOLUMES);
                    trial.needs(CREATE_DELETE_VOLUME);
                    var status = entry(trial, trial.volume().getVolumeId())
                            .orElseThrow()
                            .getStatus();
                    assertThat(status.hasVolumeCondition()).isTrue();
                    wellFormed(status.getVolumeCondition());
                }),
                rule("ControllerGetVolume has a condition with a message", trial -> {
                    trial.needs(GET_VOLUME);
                    trial.needs(CREATE_DELETE_VOLUME);
                    var status = trial.ok(
                                    CONTROLLER_GET_VOLUME, asking(trial.volume().getVolumeId()))
                            .getStatus();
                    assertThat(status.hasVolumeCondition()).isTrue();
                    wellFormed(status.getVolumeCondition());
                }));
    }

    /// A new, unused volume is healthy; the message is required in any case.
    static void wellFormed(VolumeCondition condition) {
        assertThat(condition.getMessage()).as("message of the condition").isNotBlank();
        assertThat(condition.getAbnormal())
                .as("abnormal: %s", condition.getMessage())
                .isFalse();
    }

    static void same(Volume found, Volume made) {
        assertThat(found.getVolumeId()).isEqualTo(made.getVolumeId());
        assertThat(found.getCapacityBytes())
                .as("capacity of %s", made.getVolumeId())
                .isEqualTo(made.getCapacityBytes());
        assertThat(found.getAccessibleTopologyList()).isEqualTo(made.getAccessibleTopologyList());
    }

    static Optional<ListVolumesResponse.Entry> entry(Trial trial, String id) {
        return trial.ok(CsiMethods.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance()).getEntriesList().stream()
                .filter(entry -> entry.getVolume().getVolumeId().equals(id))
                .findFirst();
    }

    private static ControllerGetVolumeRequest asking(String id) {
        return ControllerGetVolumeRequest.newBuilder().setVolumeId(id).build();
    }
}
