package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandbyDecisionTest {
    private static final Instant NOW = MoveObjects.START;
    private static final MoveSubject SUBJECT = new MoveSubject(
            "node-1", MoveObjects.DRIVER, "pv-1", ModelDriver.HANDLE, "claim-1", 3, Map.of(MoveObjects.KEY, "node-2"));

    /// Words that describe the state:
    /// - `new`, `copying`, `ready`, `promoting`, `promoted`: the phase
    /// - `base`, `old`: the target has a copy, 5 or 50 seconds old; `next`, `taken`, `outdated`: other snapshots
    /// - `promote`, `down`, `taint`, `auto`: what a user says; `fresh`: the lease of the source's node
    /// - `src=STATE:GENERATION`, `dst=…`: the copies, `+` if in use; otherwise unknown, and absent
    /// - `held`, `ours`: a move, or this standby, has the volume; `elsewhere`: it is on another node
    /// - `noclaim`; `deleted`: the standby; `activated`; `pod`: on the source; `final`: without the finalizer
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new final                                          | AddFinalizer",
                "new                                                | WriteStatus Copying",
                "new held                                           | Await being moved",
                "new noclaim                                        | Await not found",
                "new dst=STANDBY:1                                  | DeleteCopy",
                "new dst=RECEIVING:1                                | AbandonCopy",
                "new dst=ACTIVE:1                                   | Await older copy",
                "new deleted                                        | RemoveFinalizer",
                "copying                                            | WriteStatus Copying",
                "copying next                                       | TakeSnapshot",
                "copying taken                                      | CarrySnapshot",
                "copying taken dst=RECEIVING:3                      | CarrySnapshot",
                "ready base dst=STANDBY:3                           | Await has a copy",
                "ready old dst=STANDBY:3                            | WriteStatus Ready",
                "ready old outdated dst=STANDBY:3                   | DeleteSnapshot",
                "ready old held dst=STANDBY:3                       | Await being moved",
                "ready base                                         | WriteStatus Ready lost the copy",
                "ready base elsewhere dst=STANDBY:3                 | WriteStatus Ready not on node",
                "ready base noclaim dst=STANDBY:3                   | WriteStatus Ready was deleted",
                "ready base deleted dst=STANDBY:3                   | DeleteCopy",
                "ready base deleted dst=RECEIVING:3                 | AbandonCopy",
                "ready base deleted                                 | DeleteSnapshot",
                "ready deleted                                      | WriteStatus Pending",
                "ready base promote fresh dst=STANDBY:3             | Report, Await may be alive",
                "ready base promote dst=STANDBY:3                   | HoldVolume",
                "ready base promote ours dst=STANDBY:3              | WriteStatus Promoting, Report",
                "ready base promote fresh taint ours dst=STANDBY:3  | WriteStatus Promoting, Report",
                "ready base promote fresh down ours dst=STANDBY:3   | WriteStatus Promoting, Report",
                "ready base auto taint fresh ours dst=STANDBY:3     | WriteStatus Promoting, Report",
                "ready base promote fresh ours dst=STANDBY:3        | ReleaseVolume",
                "ready base ours dst=STANDBY:3                      | ReleaseVolume",
                "ready base deleted ours dst=STANDBY:3              | ReleaseVolume",
                "promoted ours src=FENCED:3                         | ReleaseVolume",
                "ready base auto fresh dst=STANDBY:3                | Await has a copy",
                "ready base promote down src=ACTIVE:0+ dst=STANDBY:3 | Report, Await has the volume mounted",
                "ready base promote taint src=ACTIVE:0+ dst=STANDBY:3 | Await to unmount",
                "ready base promote held dst=STANDBY:3              | Report, Await being moved",
                "copying promote dst=RECEIVING:3                    | Report, Await no complete copy",
                "ready base promote down                            | Report, Await lost the copy",
                "promoting base dst=STANDBY:3                       | ActivateCopy",
                "promoting base dst=RECEIVING:3                     | AbandonCopy",
                "promoting base                                     | Await lost the copy",
                "promoting base src=ACTIVE:0 dst=STANDBY:3          | FenceSource",
                "promoting base src=FENCED:3 dst=STANDBY:3          | ActivateCopy",
                "promoting base src=FENCED:3+ pod dst=STANDBY:3     | DeletePods gently, Await unmount",
                "promoting base activated pod dst=ACTIVE:3          | DeletePods by force, Await pods to end",
                "promoting base activated dst=ACTIVE:3              | ChangeVolume",
                "promoted base                                      | Await when node node-1 returns",
                "promoted base src=ACTIVE:0                         | FenceSource",
                "promoted base src=FENCED:3+                        | Await unmount",
                "promoted base src=FENCED:3                         | DeleteSnapshot",
                "promoted src=FENCED:3                              | KeepOldCopy",
                "promoted src=ACTIVE:9                              | WriteStatus Promoted",
                "promoted kept                                      | RemoveFinalizer",
            })
    void theStateSaysWhatIsNext(String words, String expected) {
        List<StandbyAction> actions = StandbyDecision.decide(state(List.of(words.split(" ", -1))));
        String[] parts = expected.split(", ", -1);
        assertThat(actions).as(text(actions)).hasSameSizeAs(parts);
        for (int i = 0; i < parts.length; i++) {
            String[] part = parts[i].split(" ", 2);
            assertThat(actions.get(i).getClass().getSimpleName())
                    .as(text(actions))
                    .isEqualTo(part[0]);
            if (part.length == 2) {
                assertThat(text(List.of(actions.get(i)))).contains(part[1].split(" ", 2));
            }
        }
    }

    @Test
    void whatIsLostIsWhatWasWrittenBetweenTheCopyAndTheLastSign() {
        Promotion promotion = new Promotion(
                NOW,
                NOW.minusSeconds(50),
                Optional.of(NOW.minusSeconds(20)),
                MoveObjects.volume("node-1", "claim-1"),
                Optional.empty());
        assertThat(promotion.lost()).isEqualTo(Duration.ofSeconds(30));
        assertThat(promotion.loss()).contains(NOW.minusSeconds(50).toString(), "at most 30 seconds");
    }

    @Test
    void thePromotedCopyHasAGenerationAboveAllThatAreKnown() {
        var actions = StandbyDecision.decide(
                state(List.of("ready", "base", "ours", "promote", "down", "src=ACTIVE:7", "dst=STANDBY:3")));
        var written = (StandbyAction.WriteStatus) actions.getFirst();
        assertThat(written.status().subject().orElseThrow().generation()).isEqualTo(8);
        assertThat(StandbyStatus.read(written.status().json())).isEqualTo(written.status());
    }

    private static String text(List<StandbyAction> actions) {
        return actions.stream()
                .map(action -> switch (action) {
                    case StandbyAction.WriteStatus(StandbyStatus status) ->
                        "WriteStatus " + status.phase() + " " + status.message();
                    case StandbyAction.DeletePods(var pods, boolean byForce) ->
                        "DeletePods " + (byForce ? "by force " : "gently ") + SwitchDecision.names(pods);
                    case StandbyAction.Await(String message, Duration _) -> "Await " + message;
                    default -> action.getClass().getSimpleName();
                })
                .collect(Collectors.joining(", "));
    }

    private static StandbyState state(List<String> words) {
        boolean isPromoted = words.contains("promoting") || words.contains("promoted");
        List<Pod> pods = words.contains("pod")
                ? List.of(MoveObjects.pod("a", "node-1", true, false, NOW.minusSeconds(9)))
                : List.of();
        return new StandbyState(
                new VolumeStandby(meta(words), spec(words), status(words, isPromoted)),
                "node-2",
                MoveObjects.DRIVER,
                NOW,
                words.contains("noclaim") ? Optional.empty() : Optional.of(MoveObjects.claim("claim-1", "Bound")),
                Optional.of(LiveVolume.of(volume(words))),
                MoveObjects.nodes(List.of("node-1", "node-2")),
                copy(words, "src=", new CopyState.Unknown("no answer")),
                copy(words, "dst=", new CopyState.Absent()),
                new NodeLiveness(
                        Optional.of(words.contains("fresh") ? NOW.minusSeconds(3) : NOW.minusSeconds(90)),
                        Duration.ofSeconds(40),
                        words.contains("taint")),
                new VolumeUse(pods, List.of()));
    }

    private static ObjectNode volume(List<String> words) {
        var volume = MoveObjects.volume(words.contains("elsewhere") ? "node-2" : "node-1", "claim-1");
        volume.withObject("/status").put("phase", "Bound");
        if (words.contains("ours")) {
            volume.withObject("/metadata/annotations").put(MoverKeys.MOVED_BY, "VolumeStandby:default/s/uid-s");
        }
        if (words.contains("held")) {
            volume.withObject("/metadata/annotations").put(MoverKeys.MOVED_BY, "default/m/uid");
        }
        return volume;
    }

    private static ObjectMeta meta(List<String> words) {
        return new ObjectMeta(
                new NamespacedName("default", "s"),
                "uid-s",
                "1",
                NOW,
                words.contains("deleted") ? NOW : null,
                Map.of(),
                Map.of(),
                words.contains("final") ? List.of() : List.of(MoverKeys.FINALIZER),
                List.of());
    }

    private static StandbySpec spec(List<String> words) {
        return new StandbySpec(
                "data",
                "node-2",
                Duration.ofSeconds(30),
                OptionalLong.empty(),
                words.contains("promote"),
                words.contains("down"),
                words.contains("auto"));
    }

    private static StandbyStatus status(List<String> words, boolean isPromoted) {
        StandbyPhase phase =
                StandbyPhase.valueOf(words.getFirst().replace("new", "pending").toUpperCase(Locale.ROOT));
        if (phase == StandbyPhase.PENDING) {
            return StandbyStatus.NEW;
        }
        Optional<StandbySnapshot> base = words.contains("base") || words.contains("old")
                ? Optional.of(StandbySnapshot.named("b").taken("b", NOW.minusSeconds(words.contains("old") ? 50 : 5)))
                : Optional.empty();
        Optional<StandbySnapshot> next = words.contains("taken")
                ? Optional.of(StandbySnapshot.named("n").taken("n", NOW))
                : words.contains("next") ? Optional.of(StandbySnapshot.named("n")) : Optional.empty();
        Optional<StandbySnapshot> outdated = words.contains("outdated")
                ? Optional.of(StandbySnapshot.named("o").taken("o", NOW.minusSeconds(80)))
                : Optional.empty();
        StandbyStatus status = StandbyStatus.NEW
                .phase(phase)
                .subject(SUBJECT)
                .snapshots(new StandbySnapshots(2, outdated, base, next));
        if (isPromoted) {
            Promotion promotion = new Promotion(
                    NOW,
                    NOW.minusSeconds(5),
                    Optional.empty(),
                    MoveObjects.volume("node-1", "claim-1"),
                    Optional.empty());
            status = status.promotion(words.contains("activated") ? promotion.activated(Map.of()) : promotion);
        }
        return words.contains("kept") ? status.oldCopy("snap-1") : status;
    }

    private static CopyState copy(List<String> words, String prefix, CopyState otherwise) {
        List<String> found = new ArrayList<>(
                words.stream().filter(word -> word.startsWith(prefix)).toList());
        if (found.isEmpty()) {
            return otherwise;
        }
        boolean inUse = found.getFirst().endsWith("+");
        String[] parts =
                found.getFirst().substring(prefix.length()).replace("+", "").split(":", -1);
        Copy.State state = Copy.State.valueOf(parts[0]);
        return new CopyState.Present(Copy.newBuilder()
                .setState(state)
                .setGeneration(Long.parseLong(parts[1]))
                .setInUse(inUse)
                .setDestination(state == Copy.State.FENCED ? "node-2" : "")
                .build());
    }
}
