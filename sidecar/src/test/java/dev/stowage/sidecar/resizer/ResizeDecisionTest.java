package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.claim.ClaimOperationState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResizeDecisionTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final ResizeSettings RECOVERS = new ResizeSettings("d", true, true, true);
    private static final ResizeSettings NODE_ONLY = new ResizeSettings("d", false, true, true);
    private static final ResizeSettings PLAIN = new ResizeSettings("d", true, false, true);

    /// The remembered state in short words: `settled`, `inUse`, `used` (by a pod), `slow`.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # asks | has | begun | state                      | volume | memory      | step
            # nothing is asked for
            1Gi    | 1Gi |       |                            | 1Gi    |             | rest
            1Gi    | 2Gi |       |                            | 2Gi    |             | rest
            1Gi    | 1Gi | 2Gi   | ControllerResizeInProgress | 1Gi    |             | rest
            1Gi    | 1Gi | 2Gi   | ControllerResizeInfeasible | 1Gi    | slow        | rest
            1Gi    | 1Gi | 1Gi   | NodeResizePending          | 1Gi    |             | rest
            1024Mi | 1Gi |       |                            | 1Gi    |             | rest
            # the first time
            2Gi    | 1Gi |       |                            | 1Gi    |             | expand 2Gi new
            1500M  | 1Gi |       |                            | 1Gi    |             | expand 1500M new
            2Gi    | 1Gi |       |                            | 1Gi    | settled     | expand 2Gi new
            2Gi    | 1Gi |       |                            | 1Gi    | inUse       | expand 2Gi new
            2Gi    | 1Gi |       |                            | 1Gi    | inUse used  | refuse 2Gi new
            2Gi    | 1Gi |       |                            | 1Gi    | used        | expand 2Gi new
            # after an earlier expansion, which leaves what it had begun
            3Gi    | 2Gi | 2Gi   |                            | 2Gi    |             | expand 3Gi new
            # the driver may still be at it: the size stays
            5Gi    | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    |             | expand 10Gi
            20Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    |             | expand 10Gi
            10Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    |             | expand 10Gi
            10Gi   | 3Gi |       | ControllerResizeInProgress | 3Gi    |             | expand 10Gi new
            10Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | inUse used  | refuse 10Gi
            # it failed for good: the wish counts
            5Gi    | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | settled     | expand 5Gi new
            20Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | settled     | expand 20Gi new
            10Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | settled     | expand 10Gi
            10Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | settled inUse used | refuse 10Gi
            5Gi    | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | settled inUse used | refuse 5Gi new
            # it cannot be done: another wish counts at once, the same one later
            5Gi    | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    |             | expand 5Gi new
            5Gi    | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    | slow        | expand 5Gi new
            10Gi   | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    |             | expand 10Gi
            10Gi   | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    | slow        | later
            10Gi   | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    | settled slow | later
            10Gi   | 3Gi | 10Gi  | ControllerResizeInfeasible | 3Gi    | slow inUse used | later
            10Gi   | 3Gi | 10Gi  | ControllerResizeInProgress | 3Gi    | slow        | later
            12Gi   | 3Gi |       | ControllerResizeInfeasible | 3Gi    |             | expand 12Gi new
            # the node has work to do, and another size is asked for meanwhile
            10Gi   | 1Gi | 3Gi   | NodeResizePending          | 3Gi    |             | rest
            10Gi   | 1Gi | 3Gi   | NodeResizeInProgress       | 3Gi    |             | rest
            10Gi   | 1Gi | 3Gi   | NodeResizePending          | 4Gi    |             | rest
            10Gi   | 1Gi | 5Gi   | NodeResizePending          | 3Gi    |             | expand 5Gi
            10Gi   | 1Gi | 5Gi   | NodeResizeInProgress       | 3Gi    |             | expand 5Gi
            10Gi   | 1Gi |       | NodeResizePending          | 3Gi    |             | expand 10Gi new
            10Gi   | 1Gi | 3Gi   | NodeResizeInfeasible       | 3Gi    |             | expand 3Gi
            10Gi   | 1Gi | 3Gi   | NodeResizeInfeasible       | 3Gi    | settled     | expand 3Gi
            10Gi   | 1Gi |       | NodeResizeInfeasible       | 3Gi    |             | expand 10Gi new
            # the volume has grown: the node does the rest
            2Gi    | 1Gi | 2Gi   | NodeResizePending          | 2Gi    |             | rest
            2Gi    | 1Gi | 2Gi   | NodeResizeInProgress       | 2Gi    |             | rest
            2Gi    | 1Gi | 4Gi   | NodeResizePending          | 4Gi    | settled     | rest
            # the node gave up: what the driver has done is confirmed before it may try again
            2Gi    | 1Gi | 2Gi   | NodeResizeInfeasible       | 2Gi    |             | expand 2Gi
            2Gi    | 1Gi | 4Gi   | NodeResizeInfeasible       | 4Gi    |             | expand 4Gi
            2Gi    | 1Gi |       | NodeResizeInfeasible       | 4Gi    |             | expand 2Gi new
            # the volume has grown, but the claim does not know
            2Gi    | 1Gi | 2Gi   | ControllerResizeInProgress | 2Gi    |             | expand 2Gi
            5Gi    | 3Gi | 10Gi  | ControllerResizeInProgress | 10Gi   |             | expand 10Gi
            5Gi    | 3Gi | 10Gi  | ControllerResizeInProgress | 10Gi   | settled     | expand 10Gi
            5Gi    | 3Gi | 10Gi  | ControllerResizeInfeasible | 10Gi   |             | expand 10Gi
            5Gi    | 3Gi | 10Gi  | ControllerResizeInfeasible | 10Gi   | slow        | later
            5Gi    | 3Gi |       | ControllerResizeInProgress | 10Gi   |             | expand 5Gi new
            # no state, as from servers before recovery
            2Gi    | 1Gi | 2Gi   |                            | 2Gi    |             | expand 2Gi
            2Gi    | 1Gi | 3Gi   |                            | 3Gi    |             | expand 3Gi
            2Gi    | 1Gi |       |                            | 2Gi    |             | expand 2Gi new
            2Gi    | 1Gi |       |                            | 4Gi    |             | expand 2Gi new
            # a state that nobody has heard of
            2Gi    | 1Gi | 3Gi   | SomethingNew               | 1Gi    |             | expand 2Gi new
            """)
    void aClaimGetsWhatItsStateCallsFor(
            String asks, String has, String begun, String state, String volume, String memory, String step) {
        check(RECOVERS, ResizeObjects.claim(asks, has, text(begun), text(state), ""), volume, memory, step);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2Gi    | 1Gi |       |                            | 1Gi    |             | expand 2Gi new
            5Gi    | 3Gi | 10Gi  | NodeResizeInfeasible       | 10Gi   |             | expand 5Gi new
            5Gi    | 3Gi | 5Gi   | NodeResizeInfeasible       | 5Gi    |             | expand 5Gi
            5Gi    | 3Gi | 5Gi   | NodeResizePending          | 5Gi    |             | rest
            10Gi   | 1Gi | 3Gi   | NodeResizeInfeasible       | 3Gi    |             | expand 3Gi
            """)
    void aNodeOnlyExpansionCanBeWithdrawn(
            String asks, String has, String begun, String state, String volume, String memory, String step) {
        check(NODE_ONLY, ResizeObjects.claim(asks, has, text(begun), text(state), ""), volume, memory, step);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # asks | has | conditions              | volume | memory     | step
            2Gi    | 1Gi |                         | 1Gi    |            | expand 2Gi new
            2Gi    | 1Gi | Resizing                | 1Gi    |            | expand 2Gi new
            2Gi    | 1Gi | FileSystemResizePending | 1Gi    |            | expand 2Gi new
            2Gi    | 1Gi | Resizing                | 2Gi    |            | expand 2Gi new
            2Gi    | 1Gi | FileSystemResizePending | 2Gi    |            | rest
            2Gi    | 1Gi | FileSystemResizePending+Resizing | 3Gi |      | rest
            2Gi    | 1Gi |                         | 1Gi    | slow       | expand 2Gi new
            2Gi    | 1Gi |                         | 1Gi    | inUse used | refuse 2Gi new
            2Gi    | 2Gi | Resizing                | 2Gi    |            | rest
            """)
    void withoutRecoveryTheRequestAlwaysCounts(
            String asks, String has, String conditions, String volume, String memory, String step) {
        check(
                PLAIN,
                ResizeObjects.claim(asks, has, "10Gi", "ControllerResizeInProgress", text(conditions)),
                volume,
                memory,
                step);
    }

    @Test
    void aConditionIsEnoughToKnowThatTheNodeIsAtIt() {
        check(RECOVERS, ResizeObjects.claim("2Gi", "1Gi", "", "", "FileSystemResizePending"), "2Gi", "", "rest");
        check(
                RECOVERS,
                ResizeObjects.claim("3Gi", "1Gi", "", "", "FileSystemResizePending"),
                "2Gi",
                "",
                "expand 3Gi new");
    }

    @Test
    void aVolumeOfAnotherClaimIsLeftAlone() {
        PersistentVolumeClaim claim = ResizeObjects.claim("2Gi", "1Gi", "", "", "");
        PersistentVolume nobodys = ResizeObjects.volumeOf("{\"spec\": {\"capacity\": {\"storage\": \"1Gi\"}}}");
        PersistentVolume namesake = ResizeObjects.volumeOf("""
                {"spec": {"capacity": {"storage": "1Gi"},
                 "claimRef": {"namespace": "app", "name": "data", "uid": "another"}}}
                """);

        assertThat(ResizeDecision.decide(claim, nobodys, RECOVERS, ClaimOperationState.NONE, false, NOW))
                .isInstanceOf(ResizeAction.Nothing.class);
        assertThat(ResizeDecision.decide(claim, namesake, RECOVERS, ClaimOperationState.NONE, false, NOW))
                .isInstanceOf(ResizeAction.Nothing.class);
    }

    @Test
    void theOldSizeIsForgottenOnceAllOfTheNewIsThere() {
        PersistentVolume remembers = ResizeObjects.volumeOf("""
                {"metadata": {"annotations": {"volume.alpha.kubernetes.io/pre-resize-capacity": "1Gi"}},
                 "spec": {"capacity": {"storage": "2Gi"},
                 "claimRef": {"namespace": "app", "name": "data", "uid": "uid-data"}}}
                """);

        assertThat(ResizeDecision.hasStalePreResizeCapacity(
                        ResizeObjects.claim("2Gi", "2Gi", "", "", ""), remembers, RECOVERS))
                .isTrue();
        assertThat(ResizeDecision.hasStalePreResizeCapacity(
                        ResizeObjects.claim("2Gi", "1Gi", "", "", ""), remembers, RECOVERS))
                .isFalse();
        assertThat(ResizeDecision.hasStalePreResizeCapacity(
                        ResizeObjects.claim("2Gi", "2Gi", "", "", ""), ResizeObjects.volume("2Gi"), RECOVERS))
                .isFalse();
        assertThat(ResizeDecision.hasStalePreResizeCapacity(
                        ResizeObjects.claim("2Gi", "2Gi", "", "", ""),
                        remembers,
                        new ResizeSettings("d", true, true, false)))
                .isFalse();
    }

    private static void check(
            ResizeSettings settings, PersistentVolumeClaim claim, String volume, String memory, String expected) {
        String words = text(memory);
        ClaimOperationState past = new ClaimOperationState(
                words.contains("settled"),
                words.contains("inUse"),
                false,
                words.contains("slow") ? NOW.plus(Duration.ofMinutes(1)) : null);
        ResizeAction resizeAction =
                ResizeDecision.decide(claim, ResizeObjects.volume(volume), settings, past, words.contains("used"), NOW);
        assertThat(shown(resizeAction)).isEqualTo(expected);
    }

    private static String shown(ResizeAction resizeAction) {
        return switch (resizeAction) {
            case ResizeAction.Nothing _ -> "rest";
            case ResizeAction.RetryLater(Duration after) -> after.isPositive() ? "later" : "at once";
            case ResizeAction.Expand(var target, boolean newTarget) -> "expand " + target + (newTarget ? " new" : "");
            case ResizeAction.Refuse(var target, boolean newTarget) -> "refuse " + target + (newTarget ? " new" : "");
        };
    }

    private static String text(@Nullable String cell) {
        return cell == null ? "" : cell.strip();
    }
}
