package dev.stowage.control.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.control.protection.ClaimProtectionDecision.Result;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimProtectionDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final String FINALIZERS = "\"finalizers\":[\"kubernetes.io/pvc-protection\"],";
    private static final String GOING = "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",";

    private static JsonNode json(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PersistentVolumeClaim claim(String meta, String conditions) {
        return PersistentVolumeClaim.read(json("""
                {"metadata":{%s"namespace":"ns","name":"web-data","uid":"c1"},
                 "status":{"phase":"Bound","conditions":[%s]}}""".formatted(meta, conditions)));
    }

    private static Pod pod(String meta, String node, String phase, String volume) {
        return Pod.read(json("""
                {"metadata":{%s"namespace":"ns","name":"web","uid":"p1"},
                 "spec":{"nodeName":"%s","volumes":[{"name":"data",%s}]},
                 "status":{"phase":"%s"}}""".formatted(meta, node, volume, phase)));
    }

    private static final String PLAIN = "\"persistentVolumeClaim\":{\"claimName\":\"web-data\"}";
    private static final String EPHEMERAL = "\"ephemeral\":{\"volumeClaimTemplate\":{\"spec\":{}}}";
    private static final String OWNED = "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"web\","
            + "\"uid\":\"p1\",\"controller\":true}],";
    private static final String SHUT_DOWN = GOING + "\"deletionGracePeriodSeconds\":0,";

    static Stream<Arguments> users() {
        return Stream.of(
                argumentSet("running", pod("", "n1", "Running", PLAIN), "", true, true),
                argumentSet("succeeded pods hold, but do not use", pod("", "n1", "Succeeded", PLAIN), "", true, false),
                argumentSet("failed pods hold, but do not use", pod("", "n1", "Failed", PLAIN), "", true, false),
                argumentSet("without a node: uses, but does not hold", pod("", "", "Pending", PLAIN), "", false, true),
                argumentSet(
                        "going away",
                        pod(GOING + "\"deletionGracePeriodSeconds\":30,", "n1", "Running", PLAIN),
                        "",
                        true,
                        false),
                argumentSet("shut down, by name", pod(SHUT_DOWN, "n1", "Running", PLAIN), "", true, false),
                argumentSet("ephemeral and its own", pod("", "n1", "Running", EPHEMERAL), OWNED, true, true),
                argumentSet("ephemeral, claim of somebody else", pod("", "n1", "Running", EPHEMERAL), "", false, false),
                argumentSet("ephemeral, shut down", pod(SHUT_DOWN, "n1", "Running", EPHEMERAL), OWNED, false, false));
    }

    @ParameterizedTest
    @MethodSource("users")
    void podsHoldAndUseClaims(Pod pod, String owners, boolean holds, boolean uses) {
        PersistentVolumeClaim claim = claim(owners, "");
        assertThat(ClaimProtectionDecision.holds(pod, claim)).isEqualTo(holds);
        assertThat(ClaimProtectionDecision.refersTo(pod, claim)).isEqualTo(uses);
    }

    private static String patch(Result result) {
        return ((Result.Certain) result)
                .acts().stream()
                        .map(action -> ((ClusterAction.PatchObject<?>) action).patch())
                        .map(patch -> patch.subresource() + patch.body())
                        .toList()
                        .toString();
    }

    @Test
    void claimThatIsWantedGetsTheFinalizerWithoutAskingAnybody() {
        Result result = ClaimProtectionDecision.decide(claim("", ""), List.of(), false, false, NOW);
        assertThat(patch(result)).contains("\"op\":\"add\"").contains("pvc-protection");
        assertThat(ClaimProtectionDecision.decide(claim(FINALIZERS, ""), List.of(), false, false, NOW))
                .isEqualTo(new Result.Certain(List.of()));
    }

    @Test
    void lastWordBeforeAClaimGoesIsTheServers() {
        PersistentVolumeClaim going = claim(FINALIZERS + GOING, "");
        assertThat(ClaimProtectionDecision.decide(going, List.of(), false, false, NOW))
                .isEqualTo(new Result.Unsure());
        assertThat(patch(ClaimProtectionDecision.decide(going, List.of(), true, false, NOW)))
                .contains("\"op\":\"remove\"");
        Pod ended = pod("", "n1", "Succeeded", PLAIN);
        assertThat(ClaimProtectionDecision.decide(going, List.of(ended), false, false, NOW))
                .isEqualTo(new Result.Certain(List.of()));
        assertThat(ClaimProtectionDecision.decide(going, List.of(ended), true, false, NOW))
                .isEqualTo(new Result.Certain(List.of()));
    }

    @Test
    void claimThatGoesForOthersIsNotTouched() {
        PersistentVolumeClaim going = claim("\"finalizers\":[\"example.com/mine\"]," + GOING, "");
        assertThat(ClaimProtectionDecision.decide(going, List.of(), false, true, NOW))
                .isEqualTo(new Result.Certain(List.of()));
    }

    @Test
    void unusedClaimSaysSoOnceTheServerAgrees() {
        PersistentVolumeClaim claim = claim(FINALIZERS, "");
        assertThat(ClaimProtectionDecision.decide(claim, List.of(), false, true, NOW))
                .isEqualTo(new Result.Unsure());
        assertThat(patch(ClaimProtectionDecision.decide(claim, List.of(), true, true, NOW)))
                .contains("status{")
                .contains("\"type\":\"Unused\",\"status\":\"True\"")
                .contains("\"lastTransitionTime\":\"2026-01-02T03:04:05Z\"")
                .contains("\"reason\":\"NoPodsUsingPVC\",\"message\":\"No pods are currently referencing this PVC\"");
    }

    @Test
    void usedClaimSaysSoAtOnce() {
        Pod user = pod("", "", "Pending", PLAIN);
        for (String said : List.of("", "{\"type\":\"Unused\",\"status\":\"True\"}")) {
            assertThat(patch(ClaimProtectionDecision.decide(claim(FINALIZERS, said), List.of(user), false, true, NOW)))
                    .contains("\"type\":\"Unused\",\"status\":\"False\"")
                    .contains("\"reason\":\"PodUsingPVC\",\"message\":\"A pod is currently referencing this PVC\"");
        }
    }

    @Test
    void conditionThatIsRightIsNotWrittenAgain() {
        PersistentVolumeClaim unused = claim(FINALIZERS, "{\"type\":\"Unused\",\"status\":\"True\"}");
        PersistentVolumeClaim used = claim(FINALIZERS, "{\"type\":\"Unused\",\"status\":\"False\"}");
        Pod user = pod("", "n1", "Running", PLAIN);
        assertThat(ClaimProtectionDecision.decide(unused, List.of(), false, true, NOW))
                .isEqualTo(new Result.Certain(List.of()));
        assertThat(ClaimProtectionDecision.decide(used, List.of(user), false, true, NOW))
                .isEqualTo(new Result.Certain(List.of()));
    }
}
