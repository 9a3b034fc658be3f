package dev.stowage.apiserver.registry.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisruptionBudgetTest {
    private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            too few healthy pods | 'desiredHealthy':2,'currentHealthy':1 | The disruption budget b needs 2 healthy pods and has 1 currently
            a failure            | 'conditions':[{'type':'DisruptionAllowed','status':'False','reason':'SyncFailed','message':'no'}] | The disruption budget b does not allow evicting pods currently because it failed sync: no
            another reason       | 'currentHealthy':1,'conditions':[{'type':'DisruptionAllowed','status':'False','reason':'R','message':'m'}] | The disruption budget b does not allow evicting pods currently (R): m
            no reason            | 'currentHealthy':1 | The disruption budget b does not allow evicting pods currently
            """)
    void refusalHasItsCause(String what, String status, String cause) {
        ApiException refused = catchThrowableOfType(
                ApiException.class,
                () -> budget("", "'observedGeneration':1," + status).take("p", NOW));
        assertThat(refused.status())
                .as(what)
                .hasToString("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                        + "\"message\":\"Cannot evict pod as it would violate the pod's disruption budget.\","
                        + "\"reason\":\"TooManyRequests\",\"details\":{\"causes\":[{\"reason\":\"DisruptionBudget\","
                        + "\"message\":\"" + cause + "\"}]},\"code\":429}");
    }

    @Test
    void budgetThatTheControllerHasNotSeenIsRefusedForAWhile() {
        assertThatThrownBy(() -> budget("", "'disruptionsAllowed':1").take("p", NOW))
                .isInstanceOfSatisfying(ApiException.class, refused -> {
                    assertThat(refused.details().retryAfterSeconds()).isEqualTo(10);
                    assertThat(refused.details().causes().getFirst().message())
                            .isEqualTo("The disruption budget b is still being processed by the server.");
                });
    }

    @Test
    void evictionIsWrittenToTheBudget() throws Exception {
        ObjectNode next = budget(
                        "",
                        "'observedGeneration':1,'disruptionsAllowed':1,'conditions':[{'type':'DisruptionAllowed','status':'True','reason':'SufficientPods'}]")
                .take("p", NOW);
        assertThat(next.at("/status/disruptionsAllowed").asInt()).isZero();
        assertThat(next.at("/status/disruptedPods/p").asText()).isEqualTo("2026-01-01T10:00:00Z");
        assertThat(next.at("/status/conditions/0/status").asText()).isEqualTo("False");
        assertThat(next.at("/status/conditions/0/reason").asText()).isEqualTo("InsufficientPods");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            a ready pod counts                   | True  | ~~                                           | 'currentHealthy':3,'desiredHealthy':1 | false
            another does not if others suffice   | False | ~~                                           | 'currentHealthy':1,'desiredHealthy':1 | true
            but if they do not                   | False | ~~                                           | 'currentHealthy':0,'desiredHealthy':1 | false
            or if none is needed                 | False | ~~                                           | 'currentHealthy':0,'desiredHealthy':0 | false
            unless that does not matter          | False | ,'unhealthyPodEvictionPolicy':'AlwaysAllow'  | 'currentHealthy':0,'desiredHealthy':1 | true
            """)
    void unhealthyPodMayBeFree(String what, String ready, String policy, String status, boolean free) {
        ObjectNode pod = json("{'status':{'conditions':[{'type':'Ready','status':'" + ready + "'}]}}");
        assertThat(budget(policy, status).isFree(pod)).as(what).isEqualTo(free);
    }

    @Test
    void selectorDecidesWhichPodsAreCovered() {
        DisruptionBudget budget = budget("", "");
        assertThat(budget.covers(json("{'metadata':{'labels':{'app':'w','x':'y'}}}")))
                .isTrue();
        assertThat(budget.covers(json("{'metadata':{'labels':{'app':'z'}}}"))).isFalse();
        assertThat(new DisruptionBudget(json("{'spec':{}}")).covers(json("{'metadata':{}}")))
                .isFalse();
    }

    private static DisruptionBudget budget(String spec, String status) {
        return new DisruptionBudget(json(
                "{'metadata':{'name':'b','generation':1},'spec':{'selector':{'matchLabels':{'app':'w'}}%s},'status':{%s}}"
                        .formatted(spec, status)));
    }

    private static ObjectNode json(String text) {
        return Json.stored(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
