package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiCapability.GET_STORAGE_HEALTH;
import static dev.stowage.testkit.CsiCapability.GET_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiCapability.LIST_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiCapability.NODE_GET_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_GET_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiMethods.CONTROLLER_LIST_VOLUME_HEALTH;
import static dev.stowage.testkit.CsiMethods.NODE_GET_STORAGE_HEALTH;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthResponse;
import dev.stowage.csi.v1.NodeGetStorageHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthResponse;
import dev.stowage.csi.v1.VolumeHealth;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The health calls of CSI 1.13.
final class HealthRules {

    private HealthRules() {}

    static RuleGroup ofVolume() {
        return RuleGroup.when(
                GET_VOLUME_HEALTH,
                "ControllerGetVolumeHealth",
                StandardRules.unimplemented(
                        CONTROLLER_GET_VOLUME_HEALTH,
                        ControllerGetVolumeHealthRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .build()),
                StandardRules.missing("a volume id", CONTROLLER_GET_VOLUME_HEALTH, trial -> asking(trial, "")),
                StandardRules.refused(
                        "a volume that does not exist",
                        CONTROLLER_GET_VOLUME_HEALTH,
                        trial -> asking(trial, "stowage-no-such-id"),
                        NOT_FOUND),
                StandardRules.hostile(CONTROLLER_GET_VOLUME_HEALTH, HealthRules::asking, NOT_FOUND),
                StandardRules.similarIds(
                        CONTROLLER_GET_VOLUME_HEALTH, VolumeRules::existing, HealthRules::asking, NOT_FOUND),
                rule("a new volume has its own entry and no problem", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    String id = trial.volume().getVolumeId();
                    VolumeHealth health = trial.ok(CONTROLLER_GET_VOLUME_HEALTH, asking(trial, id))
                            .getVolumeHealth();
                    wellFormed(health);
                    assertThat(health.getVolumeId()).isEqualTo(id);
                    assertThat(health.getHealthStatusesList()).isEmpty();
                }),
                rule("a deleted volume → NOT_FOUND", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    String id = trial.volume().getVolumeId();
                    var _ = trial.ok(CsiMethods.DELETE_VOLUME, VolumeRules.deletion(trial, id));
                    trial.refused(CONTROLLER_GET_VOLUME_HEALTH, asking(trial, id), NOT_FOUND);
                }));
    }

    static RuleGroup list() {
        return RuleGroup.when(
                LIST_VOLUME_HEALTH,
                "ControllerListVolumeHealth",
                StandardRules.unimplemented(
                        CONTROLLER_LIST_VOLUME_HEALTH, ControllerListVolumeHealthRequest.getDefaultInstance()),
                rule("entries are well-formed", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    var _ = trial.volume();
                    assertThat(page(trial, 0, "").getEntriesList()).allSatisfy(HealthRules::wellFormed);
                }),
                rule("the pages together are the whole list", trial -> {
                            List<VolumeHealth> found = new ArrayList<>();
                            ControllerListVolumeHealthResponse page = page(trial, 1, "");
                            while (true) {
                                assertThat(page.getEntriesList()).hasSizeLessThanOrEqualTo(1);
                                found.addAll(page.getEntriesList());
                                if (page.getNextToken().isEmpty()) {
                                    break;
                                }
                                page = page(trial, 1, page.getNextToken());
                            }
                            assertThat(found)
                                    .containsExactlyInAnyOrderElementsOf(
                                            page(trial, 0, "").getEntriesList());
                        })
                        .alone(),
                StandardRules.refused(
                        "a token that was never issued",
                        CONTROLLER_LIST_VOLUME_HEALTH,
                        trial -> listing(trial, 0, "stowage-no-such-token"),
                        ABORTED),
                StandardRules.invalid(
                        "negative max_entries", CONTROLLER_LIST_VOLUME_HEALTH, trial -> listing(trial, -1, "")));
    }

    static RuleGroup onNode() {
        return RuleGroup.when(
                NODE_GET_VOLUME_HEALTH,
                "NodeGetVolumeHealth",
                StandardRules.unimplemented(
                        CsiMethods.NODE_GET_VOLUME_HEALTH,
                        NodeGetVolumeHealthRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .build()),
                StandardRules.missing(
                        "a volume id",
                        CsiMethods.NODE_GET_VOLUME_HEALTH,
                        _ -> NodeGetVolumeHealthRequest.getDefaultInstance()),
                StandardRules.refused(
                        "a volume that does not exist",
                        CsiMethods.NODE_GET_VOLUME_HEALTH,
                        _ -> NodeGetVolumeHealthRequest.newBuilder()
                                .setVolumeId("stowage-no-such-id")
                                .build(),
                        NOT_FOUND),
                StandardRules.hostile(
                        CsiMethods.NODE_GET_VOLUME_HEALTH,
                        (_, id) -> NodeGetVolumeHealthRequest.newBuilder()
                                .setVolumeId(id)
                                .build(),
                        NOT_FOUND),
                rule("a published volume has its own entry and no problem", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    VolumeLifecycle lifecycle = trial.volumeLifecycle().stage();
                    Path target = lifecycle.publish();
                    VolumeHealth health = trial.ok(
                                    CsiMethods.NODE_GET_VOLUME_HEALTH,
                                    NodeGetVolumeHealthRequest.newBuilder()
                                            .setVolumeId(lifecycle.id())
                                            .setVolumePublishPath(target.toString())
                                            .setStagingTargetPath(
                                                    lifecycle.staging().toString())
                                            .build())
                            .getVolumeHealth();
                    wellFormed(health);
                    assertThat(health.getVolumeId()).isEqualTo(lifecycle.id());
                    assertThat(health.getHealthStatusesList()).isEmpty();
                }),
                rule("a volume that is not on this node → an entry or NOT_FOUND", trial -> {
                    trial.needs(CREATE_DELETE_VOLUME);
                    var outcome = trial.attempt(
                            CsiMethods.NODE_GET_VOLUME_HEALTH,
                            NodeGetVolumeHealthRequest.newBuilder()
                                    .setVolumeId(trial.volume().getVolumeId())
                                    .build());
                    assertThat(outcome.code()).isIn(OK, NOT_FOUND);
                    if (outcome instanceof RpcOutcome.Ok<NodeGetVolumeHealthResponse>(var answer)) {
                        wellFormed(answer.getVolumeHealth());
                    }
                }));
    }

    static RuleGroup ofStorage() {
        return RuleGroup.when(
                GET_STORAGE_HEALTH,
                "NodeGetStorageHealth",
                StandardRules.unimplemented(NODE_GET_STORAGE_HEALTH, NodeGetStorageHealthRequest.getDefaultInstance()),
                rule(
                        "every entry has a status and a reason",
                        trial -> assertThat(trial.ok(
                                                NODE_GET_STORAGE_HEALTH,
                                                NodeGetStorageHealthRequest.newBuilder()
                                                        .putAllSecrets(
                                                                trial.driver().secrets())
                                                        .build())
                                        .getBackendHealthList())
                                .allSatisfy(entry -> {
                                    assertThat(entry.getStatusValue()).isPositive();
                                    assertThat(entry.getReason()).isNotBlank();
                                })));
    }

    private static void wellFormed(VolumeHealth health) {
        assertThat(health.getVolumeId()).as("volume id of an entry").isNotBlank();
        assertThat(health.getHealthStatusesList()).allSatisfy(entry -> {
            assertThat(entry.getStatusValue()).isPositive();
            assertThat(entry.getReason()).isNotBlank();
        });
        assertThat(health.getHealthStatusesList().stream()
                        .map(entry -> entry.getStatusValue() + " " + entry.getReason()))
                .as("status and reason, once each")
                .doesNotHaveDuplicates();
    }

    private static ControllerGetVolumeHealthRequest asking(Trial trial, String id) {
        return ControllerGetVolumeHealthRequest.newBuilder()
                .setVolumeId(id)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }

    private static ControllerListVolumeHealthResponse page(Trial trial, int max, String token) {
        return trial.ok(CONTROLLER_LIST_VOLUME_HEALTH, listing(trial, max, token));
    }

    private static ControllerListVolumeHealthRequest listing(Trial trial, int max, String token) {
        return ControllerListVolumeHealthRequest.newBuilder()
                .setMaxEntries(max)
                .setStartingToken(token)
                .putAllSecrets(trial.driver().secrets())
                .build();
    }
}
