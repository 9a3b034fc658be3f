package dev.stowage.cluster.workload.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeploymentDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /// Sets are written as `image/wanted/available`, the oldest first; the deployment wants image `c`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the first set comes whole                     | 10                 |                     | create c 10
            the next set begins with the surge            | 10 surge=3 lost=2  | b/10/10             | create c 3
            the next set begins empty when there is no room | 10 surge=3 lost=2 | a/8/8 b/5/0        | create c 0
            old pods go as far as the new ones serve      | 10 surge=3 lost=2  | b/10/10 c/3/0       | b=8
            new pods come as old ones go                  | 10 surge=3 lost=2  | b/8/8 c/3/0         | c=5
            nothing goes while the new ones do not serve  | 10 surge=3 lost=2  | b/8/8 c/5/0         | ''
            old pods that do not serve go first           | 10 surge=3 lost=2  | a/4/0 b/6/6 c/3/3   | a=0 b=5
            the last old pods go                          | 10 surge=3 lost=2  | b/3/3 c/10/10       | b=0
            a new set that is too large shrinks           | 3                  | c/5/5               | c=3
            percent round so that something can go on     | 1 surge=0% lost=10% | b/1/1 c/0/0        | b=0
            recreate ends all old pods first              | 3 recreate         | a/1/1 b/2/2         | a=0 b=0
            recreate waits until they are gone            | 3 recreate running | b/0/0               | ''
            recreate begins anew                          | 3 recreate         | b/0/0               | create c 3
            paused does not begin                         | 3 paused           | b/3/3               | ''
            paused still takes another size               | 5 paused was=3     | b/3/3               | b=5
            one set takes the whole of another size       | 5 was=3            | c/3/3               | c=5
            sets share another size                       | 20 surge=0 lost=1 was=10 | b/6/6 c/4/4   | b=12 c=8
            sets share less                               | 5 surge=0 lost=1 was=10 | b/6/6 c/4/4    | b=3 c=2
            sets that are not needed for a way back go    | 1 keep=1 done      | a/0/0 b/0/0 c/1/1   | forget a
            a deployment that is being deleted does nothing | 3 deleted        |                     | ''
            """)
    void deploymentTakesItsNextStep(String what, String deployment, String sets, String then) {
        DeploymentState state = rollout(deployment, sets);
        assertThat(words(DeploymentDecision.decide(state, _ -> false))).as(what).isEqualTo(then);
    }

    @Test
    void setThatIsTakenUpAgainGetsTheHighestRevisionAndRemembersItsLast() {
        DeploymentState state = rollout("1", "c/0/0 b/1/1");
        List<ClusterAction> actions = DeploymentDecision.decide(state, _ -> false);
        assertThat(((ClusterAction.PatchObject<?>) actions.getFirst())
                        .patch()
                        .body()
                        .path("metadata")
                        .path("annotations"))
                .isEqualTo(WorkloadActionText.json(
                        "{'deployment.kubernetes.io/revision':'3','deployment.kubernetes.io/revision-history':'1'}"));
    }

    @Test
    void hashThatIsTakenIsNotUsed() {
        DeploymentState state = rollout("1", "");
        String first = name(DeploymentDecision.decide(state, _ -> false));
        assertThat(name(DeploymentDecision.decide(state, first::equals))).isNotEqualTo(first);
    }

    @Test
    void setCarriesHashAndNotes() {
        ClusterAction.Create<?> create = (ClusterAction.Create<?>)
                DeploymentDecision.decide(rollout("4 surge=1", ""), _ -> false).getFirst();
        String hash = create.object()
                .path("metadata")
                .path("labels")
                .path("pod-template-hash")
                .asText();
        assertThat(create.object().path("metadata").path("name").asText()).isEqualTo("web-" + hash);
        assertThat(create.object().path("spec").path("selector"))
                .isEqualTo(WorkloadActionText.json("{'matchLabels':{'app':'web','pod-template-hash':'" + hash + "'}}"));
        assertThat(create.object().path("metadata").path("annotations"))
                .isEqualTo(
                        WorkloadActionText.json(
                                "{'deployment.kubernetes.io/revision':'1','deployment.kubernetes.io/desired-replicas':'4','deployment.kubernetes.io/max-replicas':'5'}"));
    }

    @Test
    void statusSaysHowFarItIs() {
        ObjectNode status = DeploymentStatus.of(rollout("3", "b/1/1 c/3/1"), Optional.empty(), Optional.empty());
        assertThat(status.path("replicas").asInt()).isEqualTo(4);
        assertThat(status.path("updatedReplicas").asInt()).isEqualTo(3);
        assertThat(status.path("availableReplicas").asInt()).isEqualTo(2);
        assertThat(status.path("unavailableReplicas").asInt()).isEqualTo(2);
        assertThat(conditions(status))
                .containsExactly("Available=False MinimumReplicasUnavailable", "Progressing=True ReplicaSetUpdated");
        ObjectNode complete = DeploymentStatus.of(rollout("3", "c/3/3"), Optional.empty(), Optional.empty());
        assertThat(conditions(complete))
                .containsExactly("Available=True MinimumReplicasAvailable", "Progressing=True NewReplicaSetAvailable");
    }

    @Test
    void deploymentWithoutProgressTimesOut() {
        DeploymentState stuck = rollout("3 since=2025-12-31T23:49:00Z", "c/3/0");
        assertThat(conditions(DeploymentStatus.of(stuck, Optional.empty(), Optional.empty())))
                .contains("Progressing=False ProgressDeadlineExceeded");
        DeploymentState slow = rollout("3 since=2025-12-31T23:51:00Z", "c/3/0");
        ObjectNode status = DeploymentStatus.of(slow, Optional.empty(), Optional.empty());
        assertThat(conditions(status)).contains("Progressing=True ReplicaSetUpdated");
        assertThat(DeploymentStatus.requeueAfter(slow.deployment(), status, NOW))
                .hasValueSatisfying(left -> assertThat(left).hasSeconds(61));
    }

    @Test
    void pausedTimeDoesNotCount() {
        DeploymentState paused = rollout("3 paused since=2025-12-31T23:49:00Z", "c/3/0");
        ObjectNode status = DeploymentStatus.of(paused, Optional.empty(), Optional.empty());
        assertThat(conditions(status)).contains("Progressing=Unknown DeploymentPaused");
    }

    private static List<String> conditions(ObjectNode status) {
        List<String> conditions = new ArrayList<>();
        status.path("conditions")
                .forEach(one -> conditions.add(one.path("type").asText() + "="
                        + one.path("status").asText() + " " + one.path("reason").asText()));
        return conditions;
    }

    private static String name(List<ClusterAction> actions) {
        return ((ClusterAction.Create<?>) actions.getFirst())
                .object()
                .path("metadata")
                .path("name")
                .asText();
    }

    private static String words(List<ClusterAction> actions) {
        return actions.stream()
                .filter(action -> !(action instanceof ClusterAction.RecordEvent))
                .map(action -> switch (action) {
                    case ClusterAction.Create<?> create ->
                        "create "
                                + create.object()
                                        .path("spec")
                                        .path("template")
                                        .path("spec")
                                        .path("image")
                                        .asText()
                                + " "
                                + create.object().path("spec").path("replicas").asText();
                    case ClusterAction.PatchObject<?> patchObject ->
                        patchObject.seen().meta().name() + "="
                                + patchObject
                                        .patch()
                                        .body()
                                        .path("spec")
                                        .path("replicas")
                                        .asText();
                    case ClusterAction.Delete<?> delete ->
                        "forget " + delete.seen().meta().name();
                    case ClusterAction other -> other.toString();
                })
                .collect(Collectors.joining(" "));
    }

    private static String word(String words, String name, String otherwise) {
        int at = words.indexOf(name + "=");
        return at < 0 ? otherwise : words.substring(at + name.length() + 1).split(" ", -1)[0];
    }

    private static DeploymentState rollout(String words, String sets) {
        String replicas = words.split(" ", -1)[0];
        String since = word(words, "since", "");
        int sum = 0;
        List<ReplicaSet> list = new ArrayList<>();
        for (String set : sets == null || sets.isEmpty() ? new String[0] : sets.split(" ", -1)) {
            list.add(set(set, list.size() + 1, word(words, "was", replicas), word(words, "surge", "1")));
            sum += list.getLast().replicas();
        }
        String status = since.isEmpty()
                ? words.contains("done")
                        ? "{'observedGeneration':1,'replicas':1,'updatedReplicas':1,'availableReplicas':1}"
                        : "{}"
                : "{'replicas':%d,'updatedReplicas':%d,'conditions':[{'type':'Progressing','status':'True','reason':'ReplicaSetUpdated','lastUpdateTime':'%s'}]}"
                        .formatted(sum, sum, since);
        Deployment deployment = Deployment.read(WorkloadActionText.json("""
                {'metadata':{'name':'web','namespace':'default','uid':'d','generation':1 %s},
                 'spec':{'replicas':%s,'paused':%s,'revisionHistoryLimit':%s,
                  'selector':{'matchLabels':{'app':'web'}},
                  'template':{'metadata':{'labels':{'app':'web'}},'spec':{'image':'c'}},
                  'strategy':{'type':'%s','rollingUpdate':{'maxSurge':'%s','maxUnavailable':'%s'}}},'status':%s}""".formatted(
                        words.contains("deleted") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        replicas,
                        words.contains("paused"),
                        word(words, "keep", "10"),
                        words.contains("recreate") ? "Recreate" : "RollingUpdate",
                        word(words, "surge", "1"),
                        word(words, "lost", "0"),
                        status)));
        return new DeploymentState(deployment, list, _ -> words.contains("running"), NOW);
    }

    private static ReplicaSet set(String words, int age, String desired, String surge) {
        String[] parts = words.split("/", -1);
        String most =
                surge.endsWith("%") ? desired : Integer.toString(Integer.parseInt(desired) + Integer.parseInt(surge));
        return ReplicaSet.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'%s','generation':1,
                  'creationTimestamp':'2025-01-01T00:00:0%dZ',
                  'annotations':{'deployment.kubernetes.io/revision':'%d',
                   'deployment.kubernetes.io/desired-replicas':'%s','deployment.kubernetes.io/max-replicas':'%s'}},
                 'spec':{'replicas':%s,'selector':{'matchLabels':{'app':'web'}},
                  'template':{'metadata':{'labels':{'app':'web','pod-template-hash':'%s'}},'spec':{'image':'%s'}}},
                 'status':{'observedGeneration':1,'replicas':%s,'readyReplicas':%s,'availableReplicas':%s}}""".formatted(
                        parts[0], parts[0], age, age, desired, most, parts[1], parts[0], parts[0], parts[1], parts[2],
                        parts[2])));
    }
}
