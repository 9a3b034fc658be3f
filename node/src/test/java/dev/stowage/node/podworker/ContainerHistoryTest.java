package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerHistoryTest {
    private static final Instant NOW = PodStateBuilder.NOW;
    private static final JsonNode POD = pod("""
            {"metadata": {"uid": "u", "name": "p", "namespace": "d"}, "status": {"containerStatuses": [
              {"name": "c", "restartCount": 2, "containerID": "process://c2", "image": "i", "imageID": "j",
               "state": {"running": {"startedAt": "2026-01-01T11:00:00Z"}},
               "lastState": {"terminated": {"exitCode": 3, "reason": "Error", "containerID": "process://c1",
                 "startedAt": "2026-01-01T10:00:00Z", "finishedAt": "2026-01-01T10:30:00Z"}}}]}}""");

    private static JsonNode pod(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<RuntimeContainer> told() {
        return ContainerHistory.fromStatus(NodePod.read(POD), Path.of("/logs"));
    }

    @Test
    void whatWasToldIsRemembered() {
        assertThat(told()).extracting(RuntimeContainer::id).containsExactly("c2", "c1");
        assertThat(told()).extracting(RuntimeContainer::attempt).containsExactly(2, 1);
        assertThat(told().getLast().log()).isEqualTo(Path.of("/logs/c/1.log"));
    }

    @Test
    void aContainerThatTheRuntimeLostHasEnded() {
        List<RuntimeContainer> now = ContainerHistory.with(told(), null, _ -> "", NOW);

        assertThat(now)
                .last()
                .extracting(RuntimeContainer::state)
                .isInstanceOfSatisfying(State.Exited.class, exited -> {
                    assertThat(exited.reason()).isEqualTo("ContainerStatusUnknown");
                    assertThat(exited.code()).isEqualTo(137);
                    assertThat(exited.until()).isEqualTo(NOW);
                });
    }

    @Test
    void theRuntimeIsRightAboutWhatItHas() {
        var runs = PodStateBuilder.single("Always")
                .with("c", 2, new State.Running(NOW))
                .view()
                .sandbox();

        List<RuntimeContainer> now = ContainerHistory.with(told(), runs, _ -> "", NOW);

        assertThat(now).hasSize(2).last().matches(RuntimeContainer::runs);
    }

    @Test
    void lastWordsAreReadOnce() {
        var ended = PodStateBuilder.single("Always").ended("c", 1).view().sandbox();
        List<RuntimeContainer> first = ContainerHistory.with(List.of(), ended, _ -> "bye", NOW);

        List<RuntimeContainer> again = ContainerHistory.with(first, ended, _ -> "never", NOW);

        assertThat(again)
                .singleElement()
                .extracting(RuntimeContainer::state)
                .isInstanceOfSatisfying(
                        State.Exited.class,
                        exited -> assertThat(exited.message()).isEqualTo("bye"));
    }
}
