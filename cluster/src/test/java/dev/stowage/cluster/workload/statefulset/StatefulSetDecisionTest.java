package dev.stowage.cluster.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatefulSetDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /// Pods are written as `ordinal/state/revision`, claims as `ordinal` or `ordinal>owner`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            # what                                       | set                    | pods                            | claims | then
            the first pod comes with its claim           | 3                      |                                 |        | create PersistentVolumeClaim data-web-0; create Pod web-0
            the next waits for one that is pending       | 3                      | 0/pending/b                     | 0      | ''
            a pending pod gets the claim that it lacks   | 3                      | 0/pending/b                     |        | create PersistentVolumeClaim data-web-0
            the next comes when all before are ready     | 3                      | 0/ready/b                       | 0 1    | create Pod web-1
            the next waits for one that just got ready   | 3 minready             | 0/ready/b                       | 0 1    | ''
            the next waits for one that ends             | 3                      | 0/ready/b 1/ending/b            | 0 1 2  | ''
            a gap is filled first                        | 3                      | 1/ready/b 2/ready/b             | 0 1 2  | create Pod web-0
            all come at once in parallel                 | 2 parallel             |                                 | 0 1    | create Pod web-0; create Pod web-1
            a failed pod is made anew                    | 2                      | 0/failed/b 1/ready/b            | 0 1    | delete Pod web-0
            a finished pod is made anew too              | 2                      | 0/ready/b 1/succeeded/b         | 0 1    | delete Pod web-1
            nothing to do                                | 2                      | 0/ready/b 1/ready/b             | 0 1    | ''
            ordinals may begin later                     | 2 start=5              | 5/ready/b                       | 5 6    | create Pod web-6
            ordinals below the first go                  | 1 start=5              | 0/ready/b 5/ready/b             | 0 5    | delete Pod web-0
            the highest goes first                       | 1                      | 0/ready/b 1/ready/b 2/ready/b   | 0 1 2  | delete Pod web-2
            the next goes when the one above is gone     | 1                      | 0/ready/b 1/ready/b 2/ending/b  | 0 1 2  | ''
            none goes while a lower one is not ready     | 1                      | 0/pending/b 1/ready/b           | 0 1    | ''
            none goes before an unready one below it     | 1                      | 0/ready/b 1/pending/b 2/pending/b | 0 1 2 | ''
            an unready one goes when it is the lowest    | 1                      | 0/ready/b 1/pending/b           | 0 1    | delete Pod web-1
            all go at once in parallel                   | 1 parallel             | 0/pending/b 1/ready/b 2/ready/b | 0 1 2  | delete Pod web-2; delete Pod web-1
            a new template reaches the highest first     | 3                      | 0/ready/a 1/ready/a 2/ready/a   | 0 1 2  | delete Pod web-2
            a new template waits for the pod that ends   | 3                      | 0/ready/a 1/ready/a 2/ending/a  | 0 1 2  | ''
            a new template waits for the new pod         | 3                      | 0/ready/a 1/ready/a 2/pending/b | 0 1 2  | ''
            a new template goes on                       | 3                      | 0/ready/a 1/ready/a 2/ready/b   | 0 1 2  | delete Pod web-1
            a new template goes on one by one in parallel | 3 parallel            | 0/ready/a 1/ready/a 2/ready/a   | 0 1 2  | delete Pod web-2
            a new template stops at the partition        | 3 partition=2          | 0/ready/a 1/ready/a 2/ready/b   | 0 1 2  | ''
            below the partition a pod comes back as it was | 3 partition=2        | 1/ready/a 2/ready/b             | 0 1 2  | create Pod web-0
            OnDelete leaves pods alone                   | 2 ondelete             | 0/ready/a 1/ready/a             | 0 1    | ''
            a set that is being deleted does nothing     | 2 deleted              |                                 |        | ''
            a claim that goes with the set is the set's  | 1 whendeleted          | 0/ready/b                       | 0      | change PersistentVolumeClaim data-web-0 +set
            a claim is let go when it shall stay         | 1                      | 0/ready/b                       | 0>set  | change PersistentVolumeClaim data-web-0 -set
            a claim goes with a pod too many             | 1 whenscaled           | 0/ready/b 1/ready/b             | 0 1    | change PersistentVolumeClaim data-web-1 +pod-1; delete Pod web-1
            a claim moves from the set to the pod        | 1 whenscaled whendeleted | 0/ready/b 1/ready/b           | 0>set 1>set | change PersistentVolumeClaim data-web-1 -set +pod-1; delete Pod web-1
            a claim moves back when the pod is wanted    | 2 whenscaled whendeleted | 0/ready/b 1/ready/b           | 0>set 1>pod-1 | change PersistentVolumeClaim data-web-1 +set -pod-1
            no pod takes a claim that is about to go     | 2 whenscaled           | 0/ready/b                       | 0 1>pod-9 | ''
            """)
    void setTakesItsNextStep(String what, String set, String pods, String claims, String then) {
        assertThat(WorkloadActionText.of(StatefulSetDecision.decide(state(set, pods, claims))))
                .as(what)
                .isEqualTo(then);
    }

    @Test
    void podCarriesItsIdentityAndTheRevisionItShallHave() {
        List<ClusterAction> actions =
                StatefulSetDecision.decide(state("3 partition=2", "1/ready/a 2/ready/b", "0 1 2"));
        assertThat(((ClusterAction.Create<?>) actions.getFirst()).object()).isEqualTo(WorkloadActionText.json("""
                {'metadata':{'name':'web-0','labels':{'app':'web','statefulset.kubernetes.io/pod-name':'web-0',
                  'apps.kubernetes.io/pod-index':'0','controller-revision-hash':'web-a'},
                  'ownerReferences':[{'apiVersion':'apps/v1','kind':'StatefulSet','name':'web','uid':'set',
                    'controller':true,'blockOwnerDeletion':true}]},
                 'spec':{'image':'a','hostname':'web-0','subdomain':'front',
                  'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data-web-0'}}]}}"""));
        assertThat(WorkloadActionText.events(actions))
                .containsExactly("SuccessfulCreate: Create Pod web-0 in StatefulSet web successful");
    }

    @Test
    void claimThatIsBeingDeletedKeepsThePodFromBeingMade() {
        StatefulSetState state = state("1", "", "0!");
        List<ClusterAction> actions = StatefulSetDecision.decide(state);
        assertThat(WorkloadActionText.of(actions)).isEmpty();
        assertThat(WorkloadActionText.events(actions))
                .containsExactly(
                        "FailedCreate: Create Pod web-0 in StatefulSet web failed error: pvc data-web-0 is being deleted");
    }

    private static StatefulSetState state(String set, String pods, String claims) {
        List<Pod> podList = new ArrayList<>();
        for (String pod : words(pods)) {
            podList.add(pod(pod));
        }
        Map<String, PersistentVolumeClaim> claimMap = new HashMap<>();
        for (String claim : words(claims)) {
            PersistentVolumeClaim read = claim(claim);
            claimMap.put(read.meta().name(), read);
        }
        return new StatefulSetState(set(set), revision("a"), revision("b"), podList, claimMap, NOW);
    }

    private static String[] words(String text) {
        return text == null || text.isEmpty() ? new String[0] : text.split(" ", -1);
    }

    private static ControllerRevision revision(String name) {
        return ControllerRevision.read(WorkloadActionText.json(
                "{'metadata':{'name':'web-%s'},'data':{'spec':{'template':{'$patch':'replace','metadata':{'labels':{'app':'web'}},'spec':{'image':'%s'}}}}}"
                        .formatted(name, name)));
    }

    private static StatefulSet set(String words) {
        String replicas = words.split(" ", -1)[0];
        String start = number(words, "start=");
        String partition = number(words, "partition=");
        return StatefulSet.read(WorkloadActionText.json("""
                {'metadata':{'namespace':'default','name':'web','uid':'set' %s},
                 'spec':{'replicas':%s,'serviceName':'front','ordinals':{'start':%s},'minReadySeconds':%s,
                  'selector':{'matchLabels':{'app':'web'}},'podManagementPolicy':'%s',
                  'updateStrategy':%s,
                  'persistentVolumeClaimRetentionPolicy':{'whenScaled':'%s','whenDeleted':'%s'},
                  'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{'accessModes':['ReadWriteOnce']}}]}}""".formatted(
                        words.contains(" deleted") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        replicas,
                        start,
                        words.contains("minready") ? 30 : 0,
                        words.contains("parallel") ? "Parallel" : "OrderedReady",
                        words.contains("ondelete")
                                ? "{'type':'OnDelete'}"
                                : "{'type':'RollingUpdate','rollingUpdate':{'partition':%s}}".formatted(partition),
                        words.contains("whenscaled") ? "Delete" : "Retain",
                        words.contains("whendeleted") ? "Delete" : "Retain")));
    }

    private static String number(String words, String name) {
        int at = words.indexOf(name);
        return at < 0 ? "0" : words.substring(at + name.length()).split(" ", -1)[0];
    }

    private static Pod pod(String words) {
        String[] parts = words.split("/", -1);
        String ordinal = parts[0];
        String phase = switch (parts[1]) {
            case "pending" -> "Pending";
            case "failed" -> "Failed";
            case "succeeded" -> "Succeeded";
            default -> "Running";
        };
        return Pod.read(WorkloadActionText.json("""
                {'metadata':{'namespace':'default','name':'web-%s','uid':'pod-%s' %s,
                  'labels':{'app':'web','controller-revision-hash':'web-%s','statefulset.kubernetes.io/pod-name':'web-%s'}},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s',
                  'lastTransitionTime':'2025-12-31T23:59:50Z'}]}}""".formatted(
                        ordinal,
                        ordinal,
                        parts[1].equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        parts[2],
                        ordinal,
                        phase,
                        phase.equals("Running") ? "True" : "False")));
    }

    private static PersistentVolumeClaim claim(String words) {
        String[] parts = words.replace("!", "").split(">", -1);
        String owner = parts.length == 1
                ? ""
                : "{'apiVersion':'%s','kind':'%s','name':'%s','uid':'%s','controller':true}"
                        .formatted(
                                parts[1].equals("set") ? "apps/v1" : "v1",
                                parts[1].equals("set") ? "StatefulSet" : "Pod",
                                parts[1].equals("set") ? "web" : "web-" + parts[0],
                                parts[1]);
        return PersistentVolumeClaim.read(WorkloadActionText.json(
                "{'metadata':{'namespace':'default','name':'data-web-%s','uid':'claim-%s','resourceVersion':'7','ownerReferences':[%s] %s}}"
                        .formatted(
                                parts[0],
                                parts[0],
                                owner,
                                words.contains("!") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "")));
    }
}
