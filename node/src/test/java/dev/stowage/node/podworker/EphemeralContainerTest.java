package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.podworker.PodAction.StartContainer;
import dev.stowage.node.podworker.PodAction.StopContainer;
import org.junit.jupiter.api.Test;

/// Containers that are added to a running pod to debug it.
class EphemeralContainerTest {
    private static final String DEBUGGED = """
            {"initContainers": [{"name": "i"}], "containers": [{"name": "c"}],
             "ephemeralContainers": [{"name": "d"}, {"name": "e"}]}""";

    @Test
    void itStartsAlsoWhileThePodIsInitialized() {
        assertThat(PodStateBuilder.of(DEBUGGED).runs("i").decide()).containsExactly(new StartContainer("d", 0));
    }

    @Test
    void itStartsBesideTheOthers() {
        PodStateBuilder state =
                PodStateBuilder.of(DEBUGGED).ended("i", 0).runs("c").runs("d");

        assertThat(state.decide()).containsExactly(new StartContainer("e", 0));
    }

    @Test
    void itRunsOnceWhateverBecomesOfIt() {
        PodStateBuilder state = PodStateBuilder.of(DEBUGGED)
                .ended("i", 0)
                .runs("c")
                .ended("d", 1)
                .ended("e", 0);

        assertThat(state.decide()).isEmpty();
    }

    @Test
    void itDoesNotOutliveThePod() {
        PodStateBuilder state = PodStateBuilder.of(DEBUGGED.replaceFirst("\\{", "{\"restartPolicy\": \"Never\", "))
                .ended("i", 0)
                .ended("c", 0)
                .runs("d");

        assertThat(state.decide())
                .containsExactly(
                        new StopContainer("d0", "d", PodStateBuilder.NOW.plusSeconds(30), "Stopping container d"));
    }

    @Test
    void itHasAStatusAndDoesNotCountForThePod() {
        PodStateBuilder state = PodStateBuilder.of("""
                        {"containers": [{"name": "c"}],
                         "ephemeralContainers": [{"name": "d", "image": "x"}, {"name": "e"}]}""").runs("c").ended("d", 1);

        JsonNode status =
                PodStatus.of(state.view(), new PodHost("192.0.2.7", "process")).orElseThrow();

        assertThat(status.path("phase").asText()).isEqualTo("Running");
        assertThat(status.path("conditions").valueStream())
                .filteredOn(condition -> condition.path("type").asText().equals("Ready"))
                .singleElement()
                .satisfies(ready -> assertThat(ready.path("status").asText()).isEqualTo("True"));
        assertThat(status.path("containerStatuses")).hasSize(1);
        JsonNode ended = status.at("/ephemeralContainerStatuses/0");
        assertThat(ended.path("name").asText()).isEqualTo("d");
        assertThat(ended.at("/state/terminated/exitCode").asInt()).isEqualTo(1);
        assertThat(ended.path("ready").asBoolean(true)).isFalse();
        assertThat(ended.has("started")).isFalse();
        assertThat(status.at("/ephemeralContainerStatuses/1/state/waiting/reason")
                        .asText())
                .isEqualTo("ContainerCreating");
    }
}
