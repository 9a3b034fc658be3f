package dev.stowage.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerTest {

    @TempDir
    private Path folder;

    private SchedulerFixture nodes;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        nodes = new SchedulerFixture(folder);
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        nodes.end();
    }

    @Test
    void podWithoutVolumesGetsANodeAndAnEvent() throws Exception {
        nodes.pod("p", "");

        String node = nodes.nodeOf("p");

        await().untilAsserted(() ->
                assertThat(nodes.events("Scheduled")).containsExactly("Successfully assigned default/p to " + node));
    }

    @Test
    void podWaitsForItsGates() throws Exception {
        nodes.pod("p", ",'schedulingGates':[{'name':'example.com/wait'}]");
        nodes.pod("q", "");
        nodes.nodeOf("q");
        assertThat(nodes.seen("p").orElseThrow().nodeName()).isEmpty();

        nodes.controllerFixture()
                .change(Kinds.PODS, "default", "p", SchedulerFixture.json("{'spec':{'schedulingGates':[]}}"));

        nodes.nodeOf("p");
    }

    @Test
    void podsOfOtherSchedulersAreLeftAlone() throws Exception {
        nodes.pod("p", ",'schedulerName':'another'");
        nodes.pod("q", "");
        nodes.nodeOf("q");

        assertThat(nodes.seen("p").orElseThrow().nodeName()).isEmpty();
    }

    @Test
    void threeHundredPodsAtOnceFillTheNodesExactly() throws Exception {
        String cpu = "40m";
        for (int i = 0; i < 301; i++) {
            nodes.controllerFixture()
                    .create(
                            Kinds.PODS,
                            "default",
                            SchedulerFixture.json(
                                    "{'metadata':{'name':'p%d'},'spec':{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]}}"
                                            .formatted(i, cpu)));
        }

        await().atMost(Duration.ofSeconds(60))
                .until(() -> nodes.perNode().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()
                        == 300);
        assertThat(nodes.perNode()).containsExactlyInAnyOrderEntriesOf(Map.of("n1", 100, "n2", 100, "n3", 100));
    }
}
