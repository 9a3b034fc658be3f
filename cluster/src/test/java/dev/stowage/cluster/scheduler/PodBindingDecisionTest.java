package dev.stowage.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From a decision to a pod on its node.
class PodBindingDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Pod POD = SchedulingTestState.pod("p", "{}", "data");
    private static final Node NODE =
            SchedulingTestState.read(Kinds.NODES, "{'metadata':{'name':'a','labels':{'host':'a'}}}");
    private static final String WHY = "running PreBind plugin \"VolumeBinding\": binding volumes: ";
    private static final String SELECTED = "'volume.kubernetes.io/selected-node':'a'";
    private static final String DONE = "'pv.kubernetes.io/bind-completed':'yes'";

    private static PersistentVolumeClaim claim(String annotations, String volume) {
        return SchedulingTestState.read(
                Kinds.CLAIMS,
                "{'metadata':{'namespace':'ns','name':'data','uid':'u','resourceVersion':'5','annotations':{%s}},'spec':{'volumeName':'%s'}}"
                        .formatted(annotations, volume));
    }

    private static PersistentVolume volume(String host, String claimRef) {
        return SchedulingTestState.read(
                Kinds.VOLUMES,
                "{'metadata':{'name':'v','resourceVersion':'7'},'spec':{'x':0%s%s}}"
                        .formatted(claimRef, SchedulingTestState.onlyOn(host)));
    }

    private static String ref(String name, String uid) {
        return ",'claimRef':{'namespace':'ns','name':'%s','uid':'%s'}".formatted(name, uid);
    }

    private static PodBindingDecision provisioning(
            AssumedPod.State state, PersistentVolumeClaim claim, @Nullable PersistentVolume volume, Instant now) {
        AssumedPod assumedPod =
                new AssumedPod(POD, "a", List.of(new VolumeChoice.Provision(claim("", ""), null)), NOW, state);
        return PodBindingDecision.of(assumedPod, state(POD, claim, volume), now, PATIENCE);
    }

    private static PodBindingDecision taking(
            AssumedPod.State state, PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        AssumedPod assumedPod =
                new AssumedPod(POD, "a", List.of(new VolumeChoice.Take(claim("", ""), volume("a", ""))), NOW, state);
        return PodBindingDecision.of(assumedPod, state(POD, claim, volume), NOW, PATIENCE);
    }

    private static PodBindingDecision.BindingState state(
            @Nullable Pod pod, PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        return new PodBindingDecision.BindingState(
                pod, NODE, Map.of(claim.key(), claim), volume == null ? Map.of() : Map.of("v", volume));
    }

    private static String patch(PodBindingDecision podBindingDecision) {
        ClusterAction.PatchObject<?> patchObject = (ClusterAction.PatchObject<?>)
                ((PodBindingDecision.Write) podBindingDecision).acts().getFirst();
        return patchObject.kind().name() + " " + patchObject.patch().body();
    }

    @Test
    void nodeIsWrittenOnTheClaim() {
        assertThat(patch(provisioning(AssumedPod.State.DECIDED, claim("", ""), null, NOW)))
                .isEqualTo(
                        "PersistentVolumeClaim {\"metadata\":{\"annotations\":{\"volume.kubernetes.io/selected-node\":\"a\"},\"resourceVersion\":\"5\"}}");
    }

    @Test
    void claimIsWrittenOnTheVolume() {
        assertThat(patch(taking(AssumedPod.State.DECIDED, claim("", ""), volume("a", ""))))
                .isEqualTo(
                        "PersistentVolume {\"metadata\":{\"annotations\":{\"pv.kubernetes.io/bound-by-controller\":\"yes\"},\"resourceVersion\":\"7\"},\"spec\":{\"claimRef\":{\"kind\":\"PersistentVolumeClaim\",\"namespace\":\"ns\",\"name\":\"data\",\"uid\":\"u\",\"apiVersion\":\"v1\",\"resourceVersion\":\"5\"}}}");
    }

    @Test
    void volumeThatSomebodyReservedIsNotMarkedAsOurs() {
        assertThat(patch(taking(AssumedPod.State.DECIDED, claim("", ""), volume("a", ref("data", "")))))
                .startsWith("PersistentVolume {\"spec\":{\"claimRef\"")
                .contains("\"uid\":\"u\"")
                .doesNotContain("bound-by-controller");
    }

    @Test
    void whatIsWrittenAlreadyIsWaitedFor() {
        assertThat(provisioning(AssumedPod.State.DECIDED, claim(SELECTED, ""), null, NOW))
                .isEqualTo(new PodBindingDecision.Wait());
        assertThat(taking(AssumedPod.State.DECIDED, claim("", ""), volume("a", ref("data", "u"))))
                .isEqualTo(new PodBindingDecision.Wait());
    }

    @Test
    void podIsBoundWhenItsClaimsAre() {
        PodBindingDecision made = provisioning(
                AssumedPod.State.WRITTEN, claim(SELECTED + "," + DONE, "v"), volume("a", ref("data", "u")), NOW);
        PodBindingDecision taken = taking(AssumedPod.State.WRITTEN, claim(DONE, "v"), volume("a", ref("data", "u")));

        assertThat(List.of(made, taken))
                .allSatisfy(
                        podBindingDecision -> assertThat(podBindingDecision)
                                .isInstanceOfSatisfying(
                                        PodBindingDecision.Bind.class,
                                        bind -> assertThat(bind.acts().getFirst())
                                                .isInstanceOfSatisfying(
                                                        ClusterAction.PostSubresource.class,
                                                        postSubresource -> assertThat(postSubresource
                                                                        .message()
                                                                        .toString())
                                                                .isEqualTo(
                                                                        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"p\",\"namespace\":\"ns\",\"uid\":\"uid-p\"},\"target\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"a\"}}"))));
    }

    @Test
    void claimWithoutTheMarkIsNotFullyBound() {
        assertThat(provisioning(AssumedPod.State.WRITTEN, claim(SELECTED, "v"), volume("a", ref("data", "u")), NOW))
                .isEqualTo(new PodBindingDecision.Wait());
    }

    @Test
    void placementIsGivenUpWhen() {
        assertThat(provisioning(AssumedPod.State.WRITTEN, claim("", ""), null, NOW))
                .isEqualTo(new PodBindingDecision.GiveUp(WHY + "provisioning failed for PVC \"data\""));
        assertThat(provisioning(AssumedPod.State.WRITTEN, claim(SELECTED, ""), null, NOW.plus(PATIENCE)))
                .isEqualTo(new PodBindingDecision.GiveUp(WHY + "context deadline exceeded"));
        assertThat(provisioning(AssumedPod.State.WRITTEN, claim(SELECTED, "v"), volume("b", ref("data", "u")), NOW))
                .isEqualTo(new PodBindingDecision.GiveUp(
                        WHY + "pv \"v\" node affinity doesn't match node \"a\": no matching NodeSelectorTerms"));
        assertThat(taking(AssumedPod.State.WRITTEN, claim("", ""), volume("a", "")))
                .isEqualTo(new PodBindingDecision.GiveUp(WHY + "ClaimRef got reset for pv \"v\""));
        assertThat(taking(AssumedPod.State.DECIDED, claim("", ""), volume("a", ref("other", "w"))))
                .isEqualTo(new PodBindingDecision.GiveUp(WHY + "pv \"v\" is no longer for PVC \"data\""));
        assertThat(taking(AssumedPod.State.DECIDED, claim("", ""), null))
                .isEqualTo(new PodBindingDecision.GiveUp(
                        WHY + "failed to check binding: could not find v1.PersistentVolume \"v\""));
    }

    @Test
    void nodeThatIsGoneIsGivenUp() {
        AssumedPod assumedPod = new AssumedPod(POD, "a", List.of(), NOW, AssumedPod.State.DECIDED);

        assertThat(PodBindingDecision.of(
                        assumedPod, new PodBindingDecision.BindingState(POD, null, Map.of(), Map.of()), NOW, PATIENCE))
                .isEqualTo(new PodBindingDecision.GiveUp(WHY + "failed to get node \"a\": node \"a\" not found"));
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
        AssumedPod assumedPod = new AssumedPod(POD, "a", List.of(), NOW, AssumedPod.State.BOUND);
        PodBindingDecision.BindingState bindingState = new PodBindingDecision.BindingState(
                SchedulingTestState.read(Kinds.PODS, pod), NODE, Map.of(), Map.of());

        assertThat(PodBindingDecision.of(assumedPod, bindingState, NOW, PATIENCE))
                .hasToString(progress);
    }

    @Test
    void sameNewsIsNotToldTwice() {
        Pod marked = SchedulingTestState.read(
                Kinds.PODS,
                "{'metadata':{'name':'p'},'status':{'conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable','message':'no','lastTransitionTime':'2025-01-01T00:00:00Z'}]}}");

        assertThat(PodActions.failure(marked, PodActions.UNSCHEDULABLE, "no", NOW))
                .isEmpty();
        assertThat(PodActions.failure(marked, PodActions.UNSCHEDULABLE, "still no", NOW)
                        .getFirst())
                .isInstanceOfSatisfying(
                        ClusterAction.PatchObject.class,
                        patchObject -> assertThat(patchObject.patch().body().toString())
                                .contains("2025-01-01T00:00:00Z", "still no"));
        assertThat(PodActions.failure(POD, PodActions.UNSCHEDULABLE, "x".repeat(2000), NOW)
                        .getLast())
                .isInstanceOfSatisfying(
                        ClusterAction.RecordEvent.class,
                        recordEvent ->
                                assertThat(recordEvent.message()).hasSize(1024).endsWith("x ..."));
    }
}
