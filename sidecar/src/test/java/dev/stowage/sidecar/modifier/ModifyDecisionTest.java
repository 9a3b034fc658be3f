package dev.stowage.sidecar.modifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus.ModifyVolumeStatus;
import dev.stowage.sidecar.claim.ClaimOperationState;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModifyDecisionTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # wish  | current | state      | target | memory       | step
            # nothing to do
                    |         |            |        |              | rest
            gold    | gold    |            |        |              | rest
            # the first time, and another time
            gold    |         |            |        |              | begin gold
            gold    | silver  |            |        |              | begin gold
            gold    | silver  |            |        | settled      | begin gold
            # the class was not there
            gold    | silver  | Pending    |        |              | begin gold
            gold    | silver  | Pending    | bronze |              | begin gold
            # the driver may still be at it: the target stays
            gold    | silver  | InProgress | gold   |              | resume gold
            bronze  | silver  | InProgress | gold   |              | resume gold
            silver  | silver  | InProgress | gold   |              | resume gold
                    | silver  | InProgress | gold   |              | resume gold
                    |         | InProgress | gold   | settled      | resume gold
            # it said no: the wish counts
            gold    | silver  | InProgress | gold   | settled      | begin gold
            bronze  | silver  | InProgress | gold   | settled      | begin bronze
            silver  | silver  | InProgress | gold   | settled      | begin silver
            # it refuses the class: another wish counts at once, the same one later
            gold    | silver  | Infeasible | gold   |              | begin gold
            gold    | silver  | Infeasible | gold   | settled slow | later
            gold    | silver  | Infeasible | gold   | slow         | later
            bronze  | silver  | Infeasible | gold   | settled slow | begin bronze
            silver  | silver  | Infeasible | gold   | settled slow | begin silver
            # the wish was taken back before there ever was a class
                    |         | Infeasible | gold   |              | rest
                    |         | Infeasible | gold   | modifying    | cancel
                    |         | Pending    |        |              | rest
                    |         | Pending    | gold   | modifying    | cancel
            """)
    void aClaimGetsWhatItsStateCallsFor(
            @Nullable String wish,
            @Nullable String current,
            @Nullable String state,
            @Nullable String target,
            @Nullable String memory,
            String expected) {
        String words = memory == null ? "" : memory;
        PersistentVolumeClaim claim = claim(wish, current, state, target, words.contains("modifying"));
        ClaimOperationState past = new ClaimOperationState(
                words.contains("settled"),
                false,
                false,
                words.contains("slow") ? NOW.plus(Duration.ofMinutes(1)) : null);

        String step = switch (ModifyDecision.decide(claim, past, NOW)) {
            case ModifyAction.Nothing() -> "rest";
            case ModifyAction.RetryLater(Duration after) -> after.isPositive() ? "later" : "at once";
            case ModifyAction.Cancel() -> "cancel";
            case ModifyAction.Resume(String to) -> "resume " + to;
            case ModifyAction.Begin(String to) -> "begin " + to;
        };
        assertThat(step).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "DEADLINE_EXCEEDED, OVERDUE",
        "UNAVAILABLE, UNCERTAIN",
        "ABORTED, UNCERTAIN",
        "RESOURCE_EXHAUSTED, UNCERTAIN",
        "CANCELLED, UNCERTAIN",
        "INVALID_ARGUMENT, INFEASIBLE",
        "OUT_OF_RANGE, FINAL",
        "NOT_FOUND, FINAL",
        "INTERNAL, FINAL",
    })
    void onlyARefusalOfTheArgumentsIsInfeasible(Status.Code code, ModifyFailure expected) {
        assertThat(ModifyFailure.of(code)).isEqualTo(expected);
    }

    @Test
    void theTimeOfTheLastChangeStaysWhileOnlyTheTextChanges() {
        PersistentVolumeClaim claim = claim("gold", null, "InProgress", "gold", true);

        var again = ModifyPatches.failed(claim, "gold", Status.INTERNAL.withDescription("no"), ModifyFailure.FINAL, NOW)
                .body();
        assertThat(again.at("/status/conditions/0/lastTransitionTime").asText()).isEqualTo("2029-01-01T00:00:00Z");
        assertThat(again.at("/status/conditions/0/lastProbeTime").asText()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(again.at("/status/conditions/1/lastTransitionTime").asText()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(again.at("/status/conditions/1/reason").asText()).isEqualTo("Internal");
    }

    @Test
    void whatWeWriteOurselvesIsNoNews() {
        PersistentVolumeClaim asked = claim("gold", null, null, null, false);
        PersistentVolumeClaim marked = claim("gold", null, "InProgress", "gold", true);
        PersistentVolumeClaim done = claim("gold", "gold", null, null, false);
        PersistentVolumeClaim askedMore = claim("silver", "gold", null, null, false);

        assertThat(ModifyController.isRelevant(null, asked)).isTrue();
        assertThat(ModifyController.isRelevant(asked, marked)).isFalse();
        assertThat(ModifyController.isRelevant(marked, done)).isFalse();
        assertThat(ModifyController.isRelevant(done, askedMore)).isTrue();
        assertThat(ModifyController.isRelevant(marked, askedMore)).isTrue();
        assertThat(marked.status().modifyVolumeStatus()).isEqualTo(new ModifyVolumeStatus("gold", "InProgress"));
    }

    private static PersistentVolumeClaim claim(
            @Nullable String wish,
            @Nullable String current,
            @Nullable String state,
            @Nullable String target,
            boolean modifying) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", "data").put("namespace", "app").put("uid", "u");
        ObjectNode spec = object.putObject("spec").put("volumeName", "pv-1");
        ObjectNode status = object.putObject("status").put("phase", "Bound");
        if (wish != null) {
            spec.put("volumeAttributesClassName", wish);
        }
        if (current != null) {
            status.put("currentVolumeAttributesClassName", current);
        }
        if (state != null) {
            ObjectNode modify = status.putObject("modifyVolumeStatus").put("status", state);
            if (target != null) {
                modify.put("targetVolumeAttributesClassName", target);
            }
        }
        if (modifying) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "ModifyingVolume")
                    .put("status", "True")
                    .put("lastTransitionTime", "2029-01-01T00:00:00Z");
        }
        return PersistentVolumeClaim.read(object);
    }
}
