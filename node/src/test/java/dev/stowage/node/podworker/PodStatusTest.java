package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.prober.ContainerHealth;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PodStatusTest {
    private static final PodHost PLACE = new PodHost("192.0.2.7", "process");
    private static final String INIT = "{\"initContainers\": [{\"name\": \"i\"}], \"containers\": [{\"name\": \"c\"}]}";
    private static final String NEVER = INIT.replaceFirst("\\{", "{\"restartPolicy\": \"Never\", ");

    static Stream<Arguments> phases() {
        return Stream.of(
                row("Pending", PodStateBuilder.single("Always")),
                row("Running", PodStateBuilder.single("Always").runs("c")),
                row("Running", PodStateBuilder.single("Always").ended("c", 1)),
                row("Succeeded", PodStateBuilder.single("Never").ended("c", 0)),
                row("Failed", PodStateBuilder.single("Never").ended("c", 1)),
                row("Succeeded", PodStateBuilder.single("OnFailure").ended("c", 0)),
                row("Running", PodStateBuilder.single("OnFailure").ended("c", 1)),
                row("Pending", PodStateBuilder.of(INIT).runs("i")),
                row("Pending", PodStateBuilder.of(INIT).ended("i", 1)),
                row("Pending", PodStateBuilder.of(INIT).ended("i", 0)),
                row("Running", PodStateBuilder.of(INIT).ended("i", 0).runs("c")),
                row("Failed", PodStateBuilder.of(NEVER).ended("i", 1)),
                row("Running", PodStateBuilder.single("Always").runs("c").deleted(5)),
                row("Failed", PodStateBuilder.single("Always").ended("c", 143).deleted(5)),
                row("Succeeded", PodStateBuilder.single("Always").ended("c", 0).deleted(5)),
                row("Failed", PodStateBuilder.single("Always").refused("OutOfpods")),
                row("Running", PodStateBuilder.single("Always").runs("c").evicted()),
                row("Failed", PodStateBuilder.single("Always").ended("c", 0).evicted()),
                row(
                        "Running",
                        PodStateBuilder.of("{\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}")
                                .runs("a")
                                .ended("b", 1)),
                row(
                        "Pending",
                        PodStateBuilder.of("{\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}")
                                .runs("a")));
    }

    private static Arguments row(String phase, PodStateBuilder state) {
        return Arguments.of(phase, state);
    }

    @ParameterizedTest
    @MethodSource("phases")
    void thePhaseFollowsFromTheContainers(String phase, PodStateBuilder state) {
        assertThat(PodPhase.of(state.view())).isEqualTo(phase);
    }

    @Test
    void anEvictedPodKeepsTheStatusOfItsContainers() {
        JsonNode status =
                status(PodStateBuilder.single("Always").ended("c", 137).evicted());
        assertThat(status.path("reason").asText()).isEqualTo("Evicted");
        assertThat(status.path("message").asText()).isEqualTo("too much");
        assertThat(status.at("/containerStatuses/0/state/terminated/exitCode").asInt())
                .isEqualTo(137);
    }

    private static JsonNode status(PodStateBuilder state) {
        return PodStatus.of(state.view(), PLACE).orElseThrow();
    }

    private static JsonNode condition(PodStateBuilder state, String type) {
        return status(state)
                .path("conditions")
                .valueStream()
                .filter(one -> one.path("type").asText().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static String waiting(PodStateBuilder state) {
        return status(state).at("/containerStatuses/0/state/waiting/reason").asText();
    }

    @Test
    void aContainerThatDoesNotRunSaysWhy() {
        assertThat(waiting(PodStateBuilder.single("Always"))).isEqualTo("ContainerCreating");
        assertThat(waiting(PodStateBuilder.of(INIT))).isEqualTo("PodInitializing");
        assertThat(waiting(PodStateBuilder.single("Always").trouble("c", "CreateContainerConfigError", Duration.ZERO)))
                .isEqualTo("CreateContainerConfigError");
        assertThat(waiting(PodStateBuilder.single("Always").trouble("c", "ErrImagePull", Duration.ZERO)))
                .isEqualTo("ImagePullBackOff");
    }

    @Test
    void aContainerThatWaitsForItsNextTryTellsOfItsLast() {
        JsonNode container = status(PodStateBuilder.single("Always")
                        .ended("c", 3, 1, Duration.ofSeconds(2))
                        .crashed("c", Duration.ofSeconds(160)))
                .at("/containerStatuses/0");

        assertThat(container.at("/state/waiting/reason").asText()).isEqualTo("CrashLoopBackOff");
        assertThat(container.at("/state/waiting/message").asText())
                .isEqualTo("back-off 2m40s restarting failed container=c pod=p_default(u)");
        assertThat(container.at("/lastState/terminated/exitCode").asInt()).isEqualTo(1);
        assertThat(container.path("restartCount").asInt()).isEqualTo(3);
    }

    @Test
    void whoeverIsNotReadyIsNamed() {
        PodStateBuilder state =
                PodStateBuilder.single("Always").runs("c").healthy("c0", new ContainerHealth(true, false, true));

        assertThat(condition(state, "Ready").path("status").asText()).isEqualTo("False");
        assertThat(condition(state, "Ready").path("reason").asText()).isEqualTo("ContainersNotReady");
        assertThat(condition(state, "ContainersReady").path("message").asText())
                .isEqualTo("containers with unready status: [c]");
        assertThat(status(state).at("/containerStatuses/0/started").asBoolean()).isTrue();
    }

    @Test
    void aPodThatIsDoneIsNotReadyAndSaysSo() {
        PodStateBuilder state = PodStateBuilder.single("Never").ended("c", 0);

        assertThat(condition(state, "Ready").path("reason").asText()).isEqualTo("PodCompleted");
        assertThat(condition(state, "Initialized").path("status").asText()).isEqualTo("True");
        assertThat(condition(state, "PodReadyToStartContainers").path("status").asText())
                .isEqualTo("False");
    }

    @Test
    void aGateThatNobodyOpenedKeepsAPodFromBeingReady() {
        PodStateBuilder state = PodStateBuilder.of(
                        "{\"readinessGates\": [{\"conditionType\": \"g\"}], \"containers\": [{\"name\": \"c\"}]}")
                .runs("c");

        assertThat(condition(state, "Ready").path("reason").asText()).isEqualTo("ReadinessGatesNotReady");
        assertThat(condition(state, "ContainersReady").path("status").asText()).isEqualTo("True");
    }

    @Test
    void whatWasToldIsNotToldAgain() {
        JsonNode status = status(PodStateBuilder.single("Always").runs("c"));
        JsonNode other = status(PodStateBuilder.single("Always").ended("c", 1));

        assertThat(PodStatus.isReported(status, status)).isTrue();
        assertThat(PodStatus.isReported(status, other)).isFalse();
        assertThat(PodStatus.isReported(other, status)).isFalse();
    }

    @Test
    void aPodThatNeverBeganLeavesWithoutAWord() {
        assertThat(PodStatus.of(
                        PodStateBuilder.single("Always").deleted(5).unprepared().view(), PLACE))
                .isEmpty();
    }
}
