package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.stats.VolumeStats;
import io.prometheus.metrics.core.metrics.Counter;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeEndpointsTest {
    @TempDir
    private static Path folder;

    private static NodeServerFixture fixture;
    private static HttpClient client;
    private static NodePod pod;

    @BeforeAll
    static void open() throws Exception {
        fixture = new NodeServerFixture(folder);
        client = fixture.administrator();
        pod = fixture.pod("p");
        fixture.figures.add(new VolumeStats(
                pod.uid(),
                "default",
                "data",
                "claim",
                60,
                100,
                40,
                10,
                7,
                3,
                true,
                Instant.parse("2026-01-01T00:00:00Z")));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    /// Through the API server, as kubectl and monitoring do it.
    private static String page(String path) throws Exception {
        HttpResponse<String> answer = NodeServerFixture.get(client, fixture.throughApi("/api/v1/nodes/n/proxy" + path));
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static JsonNode json(String path) throws Exception {
        return Json.read(page(path).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theSummaryTellsOfMachinePodsAndVolumes() throws Exception {
        JsonNode summary = json("/stats/summary");
        JsonNode node = summary.path("node");
        assertThat(node.path("nodeName").asText()).isEqualTo("n");
        assertThat(node.path("memory").path("workingSetBytes").asLong()).isPositive();
        assertThat(node.path("cpu").path("usageCoreNanoSeconds").asLong()).isPositive();
        assertThat(node.path("fs").path("capacityBytes").asLong()).isPositive();
        JsonNode told = summary.path("pods").path(0);
        assertThat(told.path("podRef").path("uid").asText()).isEqualTo(pod.uid());
        assertThat(told.path("volume").path(0)).isEqualTo(NodeServerFixture.json("""
                {'time':'2026-01-01T00:00:00Z','availableBytes':60,'capacityBytes':100,'usedBytes':40,'inodesFree':7,
                 'inodes':10,'inodesUsed':3,'name':'data','pvcRef':{'name':'claim','namespace':'default'},
                 'volumeHealthStats':{'abnormal':true}}"""));
    }

    @Test
    void thePodsAreToldAsTheApiHasThem() throws Exception {
        JsonNode pods = json("/pods");
        assertThat(pods.path("kind").asText()).isEqualTo("PodList");
        JsonNode told = pods.path("items").path(0);
        assertThat(told.path("metadata").path("uid").asText()).isEqualTo(pod.uid());
        assertThat(told.path("spec").path("containers").path(0).path("name").asText())
                .isEqualTo("main");
    }

    @Test
    void whatIsCountedCanBeRead() throws Exception {
        Counter.builder().name("seen").register(fixture.metrics).inc();
        assertThat(page("/metrics")).contains("seen_total 1.0");
        assertThat(page("/metrics/resource")).contains("node_memory_working_set_bytes ", "resource_scrape_error 0");
    }

    @Test
    void portsOfAnUnknownPodAreNotForwarded() throws Exception {
        HttpResponse<String> answer = NodeServerFixture.get(client, fixture.direct("/portForward/default/none"));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("pod does not exist");
    }
}
