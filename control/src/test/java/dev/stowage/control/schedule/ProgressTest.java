package dev.stowage.control.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From a decision to a pod on its node.
class ProgressTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Pod POD = Scene.pod("p", "{}", "data");
    private static final Node NODE = Scene.read(Kinds.NODES, "{'metadata':{'name':'a','labels':{'host':'a'}}}");
    private static final String WHY = "running PreBind plugin \"VolumeBinding\": binding volumes: ";
    private static final String SELECTED = "'volume.kubernetes.io/selected-node':'a'";
    private static final String DONE = "'pv.kubernetes.io/bind-completed':'yes'";

    private static PersistentVolumeClaim claim(String annotations, String volume) {
        return Scene.read(
                Kinds.CLAIMS,
                "{'metadata':{'namespace':'ns','name':'data','uid':'u','resourceVersion':'5','annotations':{%s}},'spec':{'volumeName':'%s'}}"
                        .formatted(annotations, volume));
    }

    private static PersistentVolume volume(String host, String claimRef) {
        return Scene.read(
                Kinds.VOLUMES,
                "{'metadata':{'name':'v','resourceVersion':'7'},'spec':{'x':0%s%s}}"
                        .formatted(claimRef, Scene.onlyOn(host)));
    }

    private static String ref(String name, String uid) {
        return ",'claimRef':{'namespace':'ns','name':'%s','uid':'%s'}".formatted(name, uid);
    }

    private static Progress provisioning(Assumed.State state, PersistentVolumeClaim claim, @Nullable PersistentVolume volume, Instant now) {
        Assumed assumed = new Assumed(POD, "a", List.of(new Choice.Provision(claim("", ""), null)), NOW, state);
        return Progress.of(assumed, sight(POD, claim, volume), now, PATIENCE);
    }

    private static Progress taking(Assumed.State state, PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        Assumed assumed = new Assumed(POD, "a", List.of(new Choice.Take(claim("", ""), volume("a", ""))), NOW, state);
        return Progress.of(assumed, sight(POD, claim, volume), NOW, PATIENCE);
    }

    private static Progress.Sight sight(@Nullable Pod pod, PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        return new Progress.Sight(
                pod, NODE, Map.of(claim.key(), claim), volume == null ? Map.of() : Map.of("v", volume));
    }

    private static String patch(Progress progress) {
        Act.Change<?> change =
                (Act.Change<?>) ((Progress.Write) progress).acts().getFirst();
        return change.kind().name() + " " + change.patch().body();
    }

    @Test
    void nodeIsWrittenOnTheClaim() {
        assertThat(patch(provisioning(Assumed.State.DECIDED, claim("", ""), null, NOW)))
                .isEqualTo(
                        "PersistentVolumeClaim {\"metadata\":{\"annotations\":{\"volume.kubernetes.io/selected-node\":\"a\"},\"resourceVersion\":\"5\"}}");
    }

    @Test
    void claimIsWrittenOnTheVolume() {
        assertThat(patch(taking(Assumed.State.DECIDED, claim("", ""), volume("a", ""))))
                .isEqualTo(
                        "PersistentVolume {\"metadata\":{\"annotations\":{\"pv.kubernetes.io/bound-by-controller\":\"yes\"},\"resourceVersion\":\"7\"},\"spec\":{\"claimRef\":{\"kind\":\"PersistentVolumeClaim\",\"namespace\":\"ns\",\"name\":\"data\",\"uid\":\"u\",\"apiVersion\":\"v1\",\"resourceVersion\":\"5\"}}}");
    }

    @Test
    void volumeThatSomebodyReservedIsNotMarkedAsOurs() {
        assertThat(patch(taking(Assumed.State.DECIDED, claim("", ""), volume("a", ref("data", "")))))
                .startsWith("PersistentVolume {\"spec\":{\"claimRef\"")
                .contains("\"uid\":\"u\"")
                .doesNotContain("bound-by-controller");
    }

    @Test
    void whatIsWrittenAlreadyIsWaitedFor() {
        assertThat(provisioning(Assumed.State.DECIDED, claim(SELECTED, ""), null, NOW))
                .isEqualTo(new Progress.Wait());
        assertThat(taking(Assumed.State.DECIDED, claim("", ""), volume("a", ref("data", "u"))))
                .isEqualTo(new Progress.Wait());
    }

    @Test
    void podIsBoundWhenItsClaimsAre() {
        Progress made = provisioning(
                Assumed.State.WRITTEN, claim(SELECTED + "," + DONE, "v"), volume("a", ref("data", "u")), NOW);
        Progress taken = taking(Assumed.State.WRITTEN, claim(DONE, "v"), volume("a", ref("data", "u")));

        assertThat(List.of(made, taken))
                .allSatisfy(
                        progress -> assertThat(progress)
                                .isInstanceOfSatisfying(
                                        Progress.Bind.class,
                                        bind -> assertThat(bind.acts().getFirst())
                                                .isInstanceOfSatisfying(
                                                        Act.Send.class,
                                                        send -> assertThat(send.message()
                                                                        .toString())
                                                                .isEqualTo(
                                                                        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"p\",\"namespace\":\"ns\",\"uid\":\"uid-p\"},\"target\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"a\"}}"))));
    }

    @Test
    void claimWithoutTheMarkIsNotFullyBound() {
        assertThat(provisioning(Assumed.State.WRITTEN, claim(SELECTED, "v"), volume("a", ref("data", "u")), NOW))
                .isEqualTo(new Progress.Wait());
    }

    @Test
    void placementIsGivenUpWhen() {
        assertThat(provisioning(Assumed.State.WRITTEN, claim("", ""), null, NOW))
                .isEqualTo(new Progress.GiveUp(WHY + "provisioning failed for PVC \"data\""));
        assertThat(provisioning(Assumed.State.WRITTEN, claim(SELECTED, ""), null, NOW.plus(PATIENCE)))
                .isEqualTo(new Progress.GiveUp(WHY + "context deadline exceeded"));
        assertThat(provisioning(Assumed.State.WRITTEN, claim(SELECTED, "v"), volume("b", ref("data", "u")), NOW))
                .isEqualTo(new Progress.GiveUp(
                        WHY + "pv \"v\" node affinity doesn't match node \"a\": no matching NodeSelectorTerms"));
        assertThat(taking(Assumed.State.WRITTEN, claim("", ""), volume("a", "")))
                .isEqualTo(new Progress.GiveUp(WHY + "ClaimRef got reset for pv \"v\""));
        assertThat(taking(Assumed.State.DECIDED, claim("", ""), volume("a", ref("other", "w"))))
                .isEqualTo(new Progress.GiveUp(WHY + "pv \"v\" is no longer for PVC \"data\""));
        assertThat(taking(Assumed.State.DECIDED, claim("", ""), null))
                .isEqualTo(
                        new Progress.GiveUp(WHY + "failed to check binding: could not find v1.PersistentVolume \"v\""));
    }

    @Test
    void nodeThatIsGoneIsGivenUp() {
        Assumed assumed = new Assumed(POD, "a", List.of(), NOW, Assumed.State.DECIDED);

        assertThat(Progress.of(assumed, new Progress.Sight(POD, null, Map.of(), Map.of()), NOW, PATIENCE))
                .isEqualTo(new Progress.GiveUp(WHY + "failed to get node \"a\": node \"a\" not found"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {'metadata':{'uid':'uid-p'},'spec':{'nodeName':'a'}}                               | Arrived[]
                    {'metadata':{'uid':'uid-p'},'spec':{'nodeName':'b'}}                               | Over[]
                    {'metadata':{'uid':'another'}}                                                     | Over[]
                    {'metadata':{'uid':'uid-p','deletionTimestamp':'2026-01-01T00:00:00Z'}}            | Over[]
                    {'metadata':{'uid':'uid-p'},'status':{'phase':'Failed'}}                           | Over[]
                    {'metadata':{'uid':'uid-p'}}                                                       | Wait[]
                    """, quoteCharacter = '"')
    void podThatWasBoundIsLeftAloneUntilItArrives(String pod, String progress) {
        Assumed assumed = new Assumed(POD, "a", List.of(), NOW, Assumed.State.BOUND);
        Progress.Sight sight = new Progress.Sight(Scene.read(Kinds.PODS, pod), NODE, Map.of(), Map.of());

        assertThat(Progress.of(assumed, sight, NOW, PATIENCE)).hasToString(progress);
    }

    @Test
    void sameNewsIsNotToldTwice() {
        Pod told = Scene.read(
                Kinds.PODS,
                "{'metadata':{'name':'p'},'status':{'conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable','message':'no','lastTransitionTime':'2025-01-01T00:00:00Z'}]}}");

        assertThat(Telling.failure(told, Telling.UNSCHEDULABLE, "no", NOW)).isEmpty();
        assertThat(Telling.failure(told, Telling.UNSCHEDULABLE, "still no", NOW).getFirst())
                .isInstanceOfSatisfying(
                        Act.Change.class,
                        change -> assertThat(change.patch().body().toString())
                                .contains("2025-01-01T00:00:00Z", "still no"));
        assertThat(Telling.failure(POD, Telling.UNSCHEDULABLE, "x".repeat(2000), NOW)
                        .getLast())
                .isInstanceOfSatisfying(
                        Act.Tell.class,
                        tell -> assertThat(tell.message()).hasSize(1024).endsWith("x ..."));
    }
}
