package dev.stowage.node.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.run.probe.Health;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PodStatusTest {
    private static final Place PLACE = new Place("192.0.2.7", "process");
    private static final String INIT = "{\"initContainers\": [{\"name\": \"i\"}], \"containers\": [{\"name\": \"c\"}]}";
    private static final String NEVER = INIT.replaceFirst("\\{", "{\"restartPolicy\": \"Never\", ");

    static Stream<Arguments> phases() {
        return Stream.of(
                row("Pending", Views.single("Always")),
                row("Running", Views.single("Always").runs("c")),
                row("Running", Views.single("Always").ended("c", 1)),
                row("Succeeded", Views.single("Never").ended("c", 0)),
                row("Failed", Views.single("Never").ended("c", 1)),
                row("Succeeded", Views.single("OnFailure").ended("c", 0)),
                row("Running", Views.single("OnFailure").ended("c", 1)),
                row("Pending", Views.of(INIT).runs("i")),
                row("Pending", Views.of(INIT).ended("i", 1)),
                row("Pending", Views.of(INIT).ended("i", 0)),
                row("Running", Views.of(INIT).ended("i", 0).runs("c")),
                row("Failed", Views.of(NEVER).ended("i", 1)),
                row("Running", Views.single("Always").runs("c").deleted(5)),
                row("Failed", Views.single("Always").ended("c", 143).deleted(5)),
                row("Succeeded", Views.single("Always").ended("c", 0).deleted(5)),
                row("Failed", Views.single("Always").refused("OutOfpods")),
                row(
                        "Running",
                        Views.of("{\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}")
                                .runs("a")
                                .ended("b", 1)),
                row(
                        "Pending",
                        Views.of("{\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}")
                                .runs("a")));
    }

    private static Arguments row(String phase, Views views) {
        return Arguments.of(phase, views);
    }

    @ParameterizedTest
    @MethodSource("phases")
    void thePhaseFollowsFromTheContainers(String phase, Views views) {
        assertThat(Phase.of(views.view())).isEqualTo(phase);
    }

    private static JsonNode status(Views views) {
        return PodStatus.of(views.view(), PLACE).orElseThrow();
    }

    private static JsonNode condition(Views views, String type) {
        return status(views)
                .path("conditions")
                .valueStream()
                .filter(one -> one.path("type").asText().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static String waiting(Views views) {
        return status(views).at("/containerStatuses/0/state/waiting/reason").asText();
    }

    @Test
    void aContainerThatDoesNotRunSaysWhy() {
        assertThat(waiting(Views.single("Always"))).isEqualTo("ContainerCreating");
        assertThat(waiting(Views.of(INIT))).isEqualTo("PodInitializing");
        assertThat(waiting(Views.single("Always").trouble("c", "CreateContainerConfigError", Duration.ZERO)))
                .isEqualTo("CreateContainerConfigError");
        assertThat(waiting(Views.single("Always").trouble("c", "ErrImagePull", Duration.ZERO)))
                .isEqualTo("ImagePullBackOff");
    }

    @Test
    void aContainerThatWaitsForItsNextTryTellsOfItsLast() {
        JsonNode container = status(Views.single("Always")
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
        Views views = Views.single("Always").runs("c").healthy("c0", new Health(true, false, true));

        assertThat(condition(views, "Ready").path("status").asText()).isEqualTo("False");
        assertThat(condition(views, "Ready").path("reason").asText()).isEqualTo("ContainersNotReady");
        assertThat(condition(views, "ContainersReady").path("message").asText())
                .isEqualTo("containers with unready status: [c]");
        assertThat(status(views).at("/containerStatuses/0/started").asBoolean()).isTrue();
    }

    @Test
    void aPodThatIsDoneIsNotReadyAndSaysSo() {
        Views views = Views.single("Never").ended("c", 0);

        assertThat(condition(views, "Ready").path("reason").asText()).isEqualTo("PodCompleted");
        assertThat(condition(views, "Initialized").path("status").asText()).isEqualTo("True");
        assertThat(condition(views, "PodReadyToStartContainers").path("status").asText())
                .isEqualTo("False");
    }

    @Test
    void aGateThatNobodyOpenedKeepsAPodFromBeingReady() {
        Views views = Views.of(
                        "{\"readinessGates\": [{\"conditionType\": \"g\"}], \"containers\": [{\"name\": \"c\"}]}")
                .runs("c");

        assertThat(condition(views, "Ready").path("reason").asText()).isEqualTo("ReadinessGatesNotReady");
        assertThat(condition(views, "ContainersReady").path("status").asText()).isEqualTo("True");
    }

    @Test
    void whatWasToldIsNotToldAgain() {
        JsonNode status = status(Views.single("Always").runs("c"));
        JsonNode other = status(Views.single("Always").ended("c", 1));

        assertThat(PodStatus.isTold(status, status)).isTrue();
        assertThat(PodStatus.isTold(status, other)).isFalse();
        assertThat(PodStatus.isTold(other, status)).isFalse();
    }

    @Test
    void aPodThatNeverBeganLeavesWithoutAWord() {
        assertThat(PodStatus.of(Views.single("Always").deleted(5).unprepared().view(), PLACE))
                .isEmpty();
    }
}
