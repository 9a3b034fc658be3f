package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveDecisionTest {

    private static final Instant NOW = MoveObjects.START.plusSeconds(60);
    private static final MoveSubject SUBJECT = new MoveSubject(
            "node-1", MoveObjects.DRIVER, "pv-1", ModelDriver.HANDLE, "claim-1", 1, Map.of(MoveObjects.KEY, "node-2"));

    /// Words that describe the state, beside a bound claim whose volume is on node-1 and belongs to the move:
    /// - `src=STATE[:GENERATION]`, `dst=STATE[:GENERATION]`: the copies; `absent`, `unknown`
    /// - the phase; `fenced`, `copied`, `activating`, `activated`, `switched`, `removed`, `back`: the conditions
    /// - `taking`, `taken`, `complete`: a checkpoint in that state
    /// - `cancel`, `deleted`, `new`: what a user did; `new` is a move without finalizer that no volume names
    /// - `no-claim`, `other-claim`, `no-volume`, `no-target`, `no-source`, `rival`: what is missing or in the way
    /// - `pod`, `bare`, `hanging`: a pod on node-1
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pending new                                              | AddFinalizer",
                "pending unheld                                           | HoldVolume",
                "pending unheld rival                                     | WriteStatus Failed is being moved by VolumeMove default/rival",
                "pending new cancel                                       | WriteStatus Cancelled",
                "pending new no-claim                                     | WriteStatus Failed claim default/data not found",
                "pending new no-volume                                    | WriteStatus Failed volume pv-1 not found",
                "pending src=ACTIVE:0 dst=absent                          | WriteStatus Copying",
                "pending src=ACTIVE:3 dst=absent                          | WriteStatus Pending",
                "pending src=ACTIVE:0 dst=STANDBY:0                       | DeleteTarget",
                "pending src=ACTIVE:0 dst=STANDBY:5                       | WriteStatus Pending",
                "pending src=ACTIVE:0 dst=RECEIVING:0                     | AbandonTarget",
                "pending src=ACTIVE:0 dst=FENCED:0                        | WriteStatus Failed still has an older copy",
                "pending src=ACTIVE:0 dst=unknown                         | Await waiting for the driver",
                "pending src=unknown dst=absent                           | Await node node-1 cannot be reached",
                "pending src=absent dst=absent                            | WriteStatus Failed does not have the volume",
                "pending src=FENCED:4 dst=STANDBY:4                       | ActivateSource generation=5",
                "pending src=FENCED:4 dst=ACTIVE:4                        | WriteStatus Failed move that no longer exists",
                "copying src=ACTIVE:0 dst=absent                          | WriteStatus Copying copying to node node-2",
                "copying taking src=ACTIVE:0 dst=absent                   | TakeSnapshot",
                "copying taken src=ACTIVE:0 dst=absent                    | CarrySnapshot",
                "copying taken src=unknown dst=RECEIVING:1                | CarrySnapshot",
                "copying taken src=ACTIVE:0 dst=unknown                   | Await waiting for the driver",
                "copying complete src=ACTIVE:0 dst=STANDBY:1              | WriteStatus Switching",
                "copying complete src=ACTIVE:0 dst=absent                 | WriteStatus Copying has lost the copy",
                "copying complete bare src=ACTIVE:0 dst=STANDBY:1         | Report without a controller",
                "copying complete cancel src=ACTIVE:0 dst=STANDBY:1       | WriteStatus Copying cancelled",
                "copying complete other-claim src=ACTIVE:0 dst=STANDBY:1  | WriteStatus Copying the claim was deleted",
                "copying complete no-volume src=ACTIVE:0 dst=STANDBY:1    | WriteStatus Copying the volume was deleted",
                "copying complete unheld src=ACTIVE:0 dst=STANDBY:1       | HoldVolume",
                "switching src=ACTIVE:0 dst=STANDBY:1                     | FenceSource",
                "switching fenced pod src=FENCED:1 dst=STANDBY:1          | EvictPods",
                "switching fenced bare src=FENCED:1 dst=STANDBY:1         | Report without a controller",
                "switching fenced hanging src=FENCED:1 dst=STANDBY:1      | CarryVolume",
                "switching fenced src=unknown dst=STANDBY:1               | Await node node-1 cannot be reached",
                "switching fenced in-use src=FENCED:1 dst=STANDBY:1       | Await to unmount",
                "switching fenced src=ACTIVE:2 dst=STANDBY:1              | WriteStatus Switching was lifted",
                "switching fenced src=FENCED:1 dst=RECEIVING:1            | CarryVolume",
                "switching fenced cancel src=FENCED:1 dst=STANDBY:1       | WriteStatus Switching cancelled",
                "switching fenced copied src=unknown dst=STANDBY:1        | WriteStatus Switching activating",
                "switching fenced copied cancel src=unknown dst=STANDBY:1 | WriteStatus Switching cancelled",
                "switching fenced copied src=FENCED:1 dst=absent          | WriteStatus Switching has lost the copy",
                "switching fenced copied src=ACTIVE:2 dst=STANDBY:1       | WriteStatus Switching was lifted",
                "switching fenced copied activating src=ACTIVE:2 dst=STANDBY:1 | Await activated by others",
                "switching fenced copied activating src=unknown dst=STANDBY:1           | ActivateTarget",
                "switching fenced copied activating cancel src=unknown dst=STANDBY:1    | ActivateTarget",
                "switching fenced copied activating deleted src=unknown dst=ACTIVE:1    | ActivateTarget",
                "switching fenced copied activated cancel src=FENCED:1 dst=ACTIVE:1     | ChangeVolume SetRetain",
                "switching fenced copied activated no-volume src=FENCED:1 dst=ACTIVE:1  | ChangeVolume Create",
                "switching fenced copied activated no-claim no-volume src=FENCED:1 dst=absent | WriteStatus Completing",
                "completing fenced activated switched src=FENCED:1 dst=ACTIVE:1          | DeleteSource",
                "completing fenced activated switched hanging src=FENCED:1 dst=ACTIVE:1  | DeletePods",
                "completing fenced activated switched complete src=FENCED:1 dst=ACTIVE:1 | DeleteSnapshot",
                "completing fenced activated switched src=unknown dst=ACTIVE:1           | Await its old copy waits",
                "completing fenced activated switched no-source src=unknown dst=ACTIVE:1 | WriteStatus Completing",
                "completing fenced activated switched src=ACTIVE:9 dst=FENCED:9          | WriteStatus Completing",
                "completing fenced activated switched src=absent dst=ACTIVE:1            | WriteStatus Completing",
                "completing fenced activated switched removed src=absent dst=ACTIVE:1    | WriteStatus Succeeded",
                "copying back src=ACTIVE:0 dst=RECEIVING:1                | AbandonTarget",
                "copying back src=ACTIVE:0 dst=STANDBY:1                  | DeleteTarget",
                "copying back src=unknown dst=STANDBY:1                   | Await the copies stay as they are",
                "copying back src=absent dst=STANDBY:1                    | Await the copy on node node-2 stays",
                "copying back complete src=ACTIVE:0 dst=absent            | DeleteSnapshot",
                "copying back src=ACTIVE:0 dst=absent                     | WriteStatus Cancelled",
                "switching back src=ACTIVE:0 dst=STANDBY:1                | ActivateSource generation=2",
                "switching back src=FENCED:1 dst=STANDBY:1                | ActivateSource generation=2",
                "switching back src=ACTIVE:2 dst=STANDBY:1                | DeleteTarget",
                "switching back src=FENCED:8 dst=STANDBY:1                | DeleteTarget",
                "switching back src=DELETING:1 dst=STANDBY:1              | Await the copy on node node-2 stays",
                "switching back src=ACTIVE:2 dst=STANDBY:8                | WriteStatus Cancelled",
                "switching back src=ACTIVE:2 dst=ACTIVE:1                 | Await did not activate it",
                "cancelled back src=unknown dst=unknown                   | ReleaseVolume",
                "cancelled back unheld src=unknown dst=unknown            | RemoveFinalizer",
                "pending new no-target                                    | nothing",
            })
    void theStateSaysWhatIsNext(String words, String expected) {
        List<MoveAction> actions = MoveDecision.decide(state(List.of(words.split(" ", -1)), "node-2"), false);
        check(actions, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pending new                                                    | nothing",
                "pending new no-target                                          | WriteStatus Failed node node-2 not found",
                "copying complete no-target src=ACTIVE:0                        | Await cancel the move",
                "copying complete no-target cancel src=ACTIVE:0                 | WriteStatus Copying cancelled",
                "switching fenced back no-target src=FENCED:1                   | ActivateSource generation=2",
                "switching fenced back complete no-target src=ACTIVE:2          | DeleteSnapshot",
                "switching fenced back no-target src=ACTIVE:2                   | WriteStatus Cancelled",
                "switching fenced copied activating cancel no-target src=FENCED:1 | Await may be the volume",
                "cancelled back no-target src=ACTIVE:2                          | ReleaseVolume",
            })
    void theMoverOfTheSourceOnlyEndsAMoveWithoutTarget(String words, String expected) {
        List<MoveAction> actions = MoveDecision.decide(state(List.of(words.split(" ", -1)), "node-1"), false);
        check(actions, expected);
    }

    private static void check(List<MoveAction> actions, String expected) {
        if (expected.equals("nothing")) {
            assertThat(actions).isEmpty();
            return;
        }
        String[] parts = expected.split(" ", 3);
        MoveAction first = actions.getFirst();
        assertThat(first.getClass().getSimpleName()).as("%s", actions).isEqualTo(parts[0]);
        if (first instanceof MoveAction.WriteStatus(MoveStatus status)) {
            assertThat(status.phase().toString()).isEqualTo(parts[1]);
            assertThat(status.message()).contains(parts.length == 3 ? parts[2] : "");
        } else {
            assertThat(first.toString())
                    .contains(expected.substring(parts[0].length()).strip());
        }
    }

    private static MoveState state(List<String> words, String node) {
        MovePhase phase = MovePhase.of(capital(words.getFirst()));
        ObjectMeta meta = new ObjectMeta(
                new NamespacedName("default", "m"),
                "u",
                "1",
                MoveObjects.START,
                words.contains("deleted") ? NOW : null,
                Map.of(),
                Map.of(),
                words.contains("new") ? List.of() : List.of(MoverKeys.FINALIZER),
                List.of());
        MoveSpec spec = new MoveSpec("data", "node-2", false, OptionalLong.empty(), words.contains("cancel"));
        VolumeMove move = new VolumeMove(meta, spec, status(words, phase));
        VolumeMove rival = new VolumeMove(
                new ObjectMeta(
                        new NamespacedName("default", "rival"),
                        "r",
                        "1",
                        null,
                        null,
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of()),
                spec,
                MoveStatus.NEW);
        List<String> nodes = new ArrayList<>(List.of("node-1", "node-2"));
        nodes.removeIf(name -> words.contains(name.equals("node-1") ? "no-source" : "no-target"));
        return new MoveState(
                move,
                node,
                MoveObjects.DRIVER,
                NOW,
                words.contains("no-claim")
                        ? Optional.empty()
                        : Optional.of(
                                MoveObjects.claim(words.contains("other-claim") ? "claim-2" : "claim-1", "Bound")),
                words.contains("no-volume") ? Optional.empty() : Optional.of(volume(words, move)),
                MoveObjects.nodes(nodes),
                words.contains("rival") ? Optional.of(rival) : Optional.empty(),
                copy(words, "src="),
                copy(words, "dst="),
                new VolumeUse(pods(words), List.of()));
    }

    private static LiveVolume volume(List<String> words, VolumeMove move) {
        ObjectNode volume = MoveObjects.volume("node-1", "claim-1");
        if (!words.contains("unheld") && !words.contains("new")) {
            volume.withObject("/metadata/annotations").put(MoverKeys.MOVED_BY, move.holder());
        }
        return LiveVolume.of(volume);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static MoveStatus status(List<String> words, MovePhase phase) {
        MoveStatus status = MoveStatus.NEW.phase(phase).subject(SUBJECT);
        if (words.contains("new")) {
            status = MoveStatus.NEW.phase(phase);
        }
        for (Checkpoint.State state : Checkpoint.State.values()) {
            if (words.contains(state.toString().toLowerCase(Locale.ROOT))) {
                status = status.checkpoints(new Checkpoints(List.of(new Checkpoint("move-u-1", "id", state, 9))));
            }
        }
        Map<String, MoveConditionType> types = Map.of(
                "fenced", MoveConditionType.SOURCE_FENCED,
                "copied", MoveConditionType.COPIED,
                "activating", MoveConditionType.TARGET_ACTIVE,
                "activated", MoveConditionType.TARGET_ACTIVE,
                "back", MoveConditionType.TARGET_ACTIVE,
                "switched", MoveConditionType.VOLUME_SWITCHED,
                "removed", MoveConditionType.SOURCE_REMOVED);
        for (String word : words) {
            if (types.containsKey(word)) {
                MoveConditionStatus value = switch (word) {
                    case "activating" -> MoveConditionStatus.UNKNOWN;
                    case "back" -> MoveConditionStatus.FALSE;
                    default -> MoveConditionStatus.TRUE;
                };
                status = status.condition(types.get(word), value, UndoDecision.CANCELLED, "why", MoveObjects.START);
                if (word.startsWith("activat")) {
                    status = status.savedVolume(MoveObjects.volume("node-1", "claim-1"));
                }
            }
        }
        if (words.contains("activated") && !words.contains("no-volume")) {
            VolumeMove move = new VolumeMove(
                    new ObjectMeta(
                            new NamespacedName("default", "m"),
                            "u",
                            "1",
                            null,
                            null,
                            Map.of(),
                            Map.of(),
                            List.of(),
                            List.of()),
                    new MoveSpec("data", "node-2", false, OptionalLong.empty(), false),
                    status);
            status = status.savedVolume(volume(words, move).json());
        }
        return status;
    }

    private static CopyState copy(List<String> words, String prefix) {
        String text = words.stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .findFirst()
                .orElse("unknown");
        if (text.equals("absent")) {
            return new CopyState.Absent();
        }
        if (text.equals("unknown")) {
            return new CopyState.Unknown("no answer");
        }
        String[] parts = text.split(":", 2);
        return new CopyState.Present(Copy.newBuilder()
                .setState(Copy.State.valueOf(parts[0]))
                .setGeneration(Long.parseLong(parts[1]))
                .setDestination("node-2")
                .setInUse(words.contains("in-use") && prefix.equals("src="))
                .build());
    }

    private static List<Pod> pods(List<String> words) {
        List<Pod> pods = new ArrayList<>();
        if (words.contains("pod")) {
            pods.add(MoveObjects.pod("a", "node-1", true, false, MoveObjects.START.minusSeconds(9)));
        }
        if (words.contains("hanging")) {
            pods.add(MoveObjects.pod("b", "node-1", false, false, MoveObjects.START.plusSeconds(9)));
        }
        if (words.contains("bare")) {
            pods.add(Pod.read(MoveObjects.json("""
                    {'metadata': {'namespace': 'default', 'name': 'c', 'uid': 'c',
                      'creationTimestamp': '2025-12-31T00:00:00Z'}, 'spec': {'nodeName': 'node-1'},
                     'status': {'phase': 'Running', 'containerStatuses': [{'state': {'running': {}}}]}}
                    """)));
        }
        return pods;
    }
}
