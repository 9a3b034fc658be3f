package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwitchDecisionTest {

    private static final MoveSubject SUBJECT = new MoveSubject(
            "node-1", MoveObjects.DRIVER, "pv-1", ModelDriver.HANDLE, "claim-1", 7, Map.of(MoveObjects.KEY, "node-2"));

    /// Words that describe the state:
    /// - `delete` or `retain`: the volume names the source, with that policy; `named-…`: it names the target
    /// - `ours`: a mover has set the policy
    /// - `foreign`: a finalizer of another program
    /// - `guarded`: the provisioner's finalizer; `protected`: that of Kubernetes; `terminating`
    /// - `changed`: a label differs from what is saved; `other`: another handle
    /// - `claim`, `lost`: the claim is bound or lost; otherwise it was deleted
    /// - `active`, `standby`, `absent`: the copy at the target; otherwise nothing is known of it
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delete guarded protected claim active              | SetRetain",
                "delete guarded protected claim active patch        | PatchAffinity",
                "delete guarded protected changed claim active      | Save",
                "delete guarded protected terminating claim active  | SetRetain",
                "retain guarded protected claim active              | Save Retain",
                "retain ours guarded protected claim active         | RemoveFinalizer external-provisioner",
                "retain ours protected claim active                 | Delete",
                "retain ours protected foreign claim active         | Await backup.example.com",
                "retain ours protected claim active running         | Await pods to end",
                "retain ours protected claim active attached        | Await detached",
                "retain ours protected claim active attached hanging | RemovePods",
                "retain ours protected claim active hanging         | Delete",
                "retain ours protected terminating claim active     | RemoveFinalizer pv-protection",
                "retain ours terminating attacher claim active      | Await external-attacher",
                "retain ours terminating claim active               | Await to be deleted",
                "gone lost active                                   | Create",
                "gone lost standby                                  | Await not active",
                "gone lost absent                                   | Await was deleted",
                "gone lost                                          | Await cannot read",
                "gone active                                        | Create",
                "gone absent                                        | Finished",
                "named-retain pending claim active                  | Await bound again",
                "named-retain lost active                           | Await bound again",
                "named-retain ours claim active                     | RestorePolicy Delete",
                "named-retain claim active                          | Finished",
                "named-delete guarded claim active                  | Finished",
                "named-retain ours claim active terminating         | RestorePolicy",
                "named-retain pending active                        | Await released",
                "named-retain ours released active                  | RestorePolicy",
                "named-delete released active                       | Finished",
                "delete other claim active                          | Conflict",
            })
    void theObjectsSayWhatIsNext(String words, String expected) {
        SwitchAction action = SwitchDecision.decide(state(List.of(words.split(" ", -1))));
        String[] parts = expected.split(" ", 2);
        assertThat(action.getClass().getSimpleName()).isEqualTo(parts[0]);
        if (parts.length == 2) {
            assertThat(action.toString()).contains(parts[1]);
        }
    }

    @Test
    void theNewVolumeIsTheOldOneOnTheOtherNode() {
        var create = (SwitchAction.Create) SwitchDecision.decide(state(List.of("gone", "lost", "active")));
        ObjectNode expected = MoveObjects.volume("node-2", "claim-1");
        expected.withObject("/spec").put("persistentVolumeReclaimPolicy", "Retain");
        expected.withObject("/metadata/annotations").put(MoverKeys.POLICY_BEFORE, "Delete");
        expected.withObject("/spec/csi/volumeAttributes").put("pool", "node-2").put(MoverKeys.GENERATION, "7");
        assertThat(create.volume()).isEqualTo(expected);
    }

    @Test
    void whatIsSavedAgainKeepsThePolicyThatWeReplaced() {
        var save = (SwitchAction.Save)
                SwitchDecision.decide(state(List.of("retain", "ours", "protected", "changed", "claim", "active")));
        assertThat(save.volume().at("/spec/persistentVolumeReclaimPolicy").asText())
                .isEqualTo("Delete");
        assertThat(save.volume().at("/metadata/labels/tier").asText()).isEqualTo("silver");
    }

    private static ObjectNode saved() {
        ObjectNode saved = MoveObjects.volume("node-1", "claim-1");
        saved.withObject("/metadata").put("uid", "old");
        return saved;
    }

    private static SwitchState state(List<String> words) {
        List<Pod> pods = new ArrayList<>();
        if (words.contains("running")) {
            pods.add(MoveObjects.pod("a", "node-1", true, false, MoveObjects.START.minusSeconds(9)));
        }
        if (words.contains("hanging")) {
            pods.add(MoveObjects.pod("b", "node-1", false, false, MoveObjects.START.plusSeconds(9)));
        }
        List<VolumeAttachment> attachments =
                words.contains("attached") ? List.of(VolumeAttachment.read(MoveObjects.json("{}"))) : List.of();
        String claim = words.contains("claim") ? "Bound" : words.contains("lost") ? "Lost" : "";
        return new SwitchState(
                SUBJECT,
                saved(),
                words.contains("gone") ? Optional.empty() : Optional.of(LiveVolume.of(live(words))),
                claim.isEmpty() ? Optional.empty() : Optional.of(MoveObjects.claim("claim-1", claim)),
                copy(words),
                Map.of("pool", words.contains("patch") ? "node-1" : "node-2"),
                new VolumeUse(pods, attachments),
                MoveObjects.START,
                words.contains("patch"));
    }

    private static CopyState copy(List<String> words) {
        if (words.contains("absent")) {
            return new CopyState.Absent();
        }
        return words.contains("active") || words.contains("standby")
                ? new CopyState.Present(Copy.newBuilder()
                        .setState(words.contains("active") ? Copy.State.ACTIVE : Copy.State.STANDBY)
                        .setGeneration(7)
                        .build())
                : new CopyState.Unknown("no answer");
    }

    private static ObjectNode live(List<String> words) {
        boolean isNamed = words.getFirst().startsWith("named-");
        ObjectNode live = isNamed ? MoveObjects.volume("node-2", "claim-1") : saved();
        live.withObject("/metadata").put("resourceVersion", "9");
        live.withObject("/spec")
                .put("persistentVolumeReclaimPolicy", words.getFirst().endsWith("delete") ? "Delete" : "Retain");
        live.withObject("/status")
                .put(
                        "phase",
                        words.contains("pending") ? "Pending" : words.contains("released") ? "Released" : "Bound");
        for (Map.Entry<String, String> finalizer : Map.of(
                        "guarded", "external-provisioner.volume.kubernetes.io/finalizer",
                        "protected", "kubernetes.io/pv-protection",
                        "foreign", "backup.example.com/keep",
                        "attacher", "external-attacher/x")
                .entrySet()) {
            if (words.contains(finalizer.getKey())) {
                live.withObject("/metadata").withArray("finalizers").add(finalizer.getValue());
            }
        }
        if (words.contains("terminating")) {
            live.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        }
        if (words.contains("ours")) {
            live.withObject("/metadata/annotations").put(MoverKeys.POLICY_BEFORE, "Delete");
        }
        if (words.contains("changed")) {
            live.withObject("/metadata/labels").put("tier", "silver");
        }
        if (words.contains("other")) {
            live.withObject("/spec/csi").put("volumeHandle", "another");
        }
        return live;
    }
}
