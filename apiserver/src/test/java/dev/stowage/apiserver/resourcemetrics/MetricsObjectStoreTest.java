package dev.stowage.apiserver.resourcemetrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsObjectStoreTest {
    private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

    @TempDir
    private Path folder;

    private final AtomicInteger samples = new AtomicInteger();
    private ObjectStore stored;
    private MetricsObjectStore metrics;

    @BeforeEach
    void open() throws Exception {
        stored = SqliteObjectStore.open(folder.resolve("store"), StorageOptions.standard());
        metrics = metrics(this::page);
        put("nodes", "", "n1", "{'metadata':{'name':'n1','uid':'1','labels':{'a':'b'}}}");
        put("nodes", "", "n2", "{'metadata':{'name':'n2','uid':'2'}}");
        put(
                "pods",
                "default",
                "web",
                "{'metadata':{'name':'web','namespace':'default','uid':'3'},'spec':{'nodeName':'n1'}}");
        put(
                "pods",
                "default",
                "idle",
                "{'metadata':{'name':'idle','namespace':'default','uid':'4'},'spec':{'nodeName':'n1'}}");
    }

    @AfterEach
    void close() throws Exception {
        metrics.close();
    }

    private MetricsObjectStore metrics(KubeletSamples.KubeletReader kubelets) {
        return new MetricsObjectStore(stored, new KubeletSamples(stored, kubelets, () -> NOW, Duration.ofSeconds(5)));
    }

    /// Half a processor, ten seconds between two samples. The second node does not answer.
    private String page(String node, String path) throws ApiException {
        assertThat(path).isEqualTo("/metrics/resource");
        if (node.equals("n2")) {
            throw new ApiException(StatusReason.INTERNAL_ERROR, "connection refused");
        }
        int number = samples.incrementAndGet();
        long time = NOW.toEpochMilli() + number * 10_000L;
        return """
                # TYPE container_cpu_usage_seconds_total counter
                container_cpu_usage_seconds_total{container="c",namespace="default",pod="web"} %d.00 %d
                container_memory_working_set_bytes{container="c",namespace="default",pod="web"} 1048576 %d
                container_start_time_seconds{container="c",namespace="default",pod="web"} 1767225600.000 %d
                node_cpu_usage_seconds_total %d.00 %d
                node_memory_working_set_bytes 4096 %d
                what is this
                resource_scrape_error 0
                """.formatted(number * 5, time, time, time, number * 20, time, time);
    }

    private void put(String resource, String namespace, String name, String json) throws Exception {
        ObjectNode object = Json.stored(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        stored.write(new ObjectWrite.Put(new ObjectKey(resource, namespace, name), 0, ObjectDraft.of(object), 0));
    }

    @Test
    void podsAndNodesHaveWhatTheirKubeletReports() {
        assertThat(texts(metrics.list(MetricsGroup.PODS, "default").entries()))
                .containsExactly(
                        "{\"kind\":\"PodMetrics\",\"apiVersion\":\"metrics.k8s.io/v1beta1\","
                                + "\"metadata\":{\"name\":\"web\",\"namespace\":\"default\","
                                + "\"creationTimestamp\":\"2026-01-01T10:00:00Z\"},"
                                + "\"timestamp\":\"2026-01-01T10:00:20Z\",\"window\":\"10s\","
                                + "\"containers\":[{\"name\":\"c\",\"usage\":{\"cpu\":\"500000000n\",\"memory\":\"1024Ki\"}}]}");
        assertThat(texts(metrics.list(MetricsGroup.NODES, "").entries()))
                .containsExactly("{\"kind\":\"NodeMetrics\",\"apiVersion\":\"metrics.k8s.io/v1beta1\","
                        + "\"metadata\":{\"name\":\"n1\",\"creationTimestamp\":\"2026-01-01T10:00:00Z\","
                        + "\"labels\":{\"a\":\"b\"}},"
                        + "\"timestamp\":\"2026-01-01T10:00:20Z\",\"window\":\"10s\","
                        + "\"usage\":{\"cpu\":\"2000000000n\",\"memory\":\"4Ki\"}}");
        // Two samples serve all requests for a while.
        assertThat(samples).hasValue(2);
    }

    @Test
    void oneObjectCanBeRead() {
        assertThat(metrics.get(new ObjectKey(MetricsGroup.PODS, "default", "web")))
                .isPresent();
        assertThat(metrics.get(new ObjectKey(MetricsGroup.PODS, "default", "idle")))
                .isEmpty();
        assertThat(metrics.get(new ObjectKey(MetricsGroup.NODES, "", "n2"))).isEmpty();
        assertThat(metrics.get(new ObjectKey("nodes", "", "n2"))).isPresent();
    }

    @Test
    void pagesContinueAfterTheLastKey() throws Exception {
        put(
                "pods",
                "other",
                "web",
                "{'metadata':{'name':'web','namespace':'other','uid':'5'},'spec':{'nodeName':'n1'}}");
        ObjectStore both = metrics((node, path) -> {
            String page = page(node, path);
            return page + page.replace("namespace=\"default\"", "namespace=\"other\"");
        });
        ObjectStore.Page first = both.listAt(MetricsGroup.PODS, "", 0, Optional.empty(), 1);
        assertThat(first.entries()).extracting(StoredObject::key).containsExactly(key("default"));
        assertThat(first.remaining()).isEqualTo(1);

        ObjectStore.Page second = both.listAt(MetricsGroup.PODS, "", 0, Optional.of(key("default")), 1);
        assertThat(second.entries()).extracting(StoredObject::key).containsExactly(key("other"));
        assertThat(second.remaining()).isZero();
    }

    private static ObjectKey key(String namespace) {
        return new ObjectKey(MetricsGroup.PODS, namespace, "web");
    }

    @Test
    void kubeletThatDoesNotAnswerDoesNotDelayTheOthersForEver() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        KubeletSamples hanging = new KubeletSamples(
                stored,
                (node, path) -> {
                    if (node.equals("n2")) {
                        awaitInterrupt(never);
                    }
                    return page(node, path);
                },
                () -> NOW,
                Duration.ofSeconds(2));
        assertThat(hanging.objects().samples()).containsOnlyKeys("n1");
    }

    private static void awaitInterrupt(CountDownLatch never) throws IOException {
        try {
            never.await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    @Test
    void nodesThatDoNotAnswerAreNotReadByEachRequest() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        ObjectStore silent = metrics((_, _) -> {
            reads.incrementAndGet();
            throw new IOException("connect timed out");
        });
        assertThat(silent.list(MetricsGroup.NODES, "").entries()).isEmpty();
        assertThat(silent.list(MetricsGroup.PODS, "").entries()).isEmpty();
        assertThat(reads).hasValue(2);
    }

    private static List<String> texts(List<StoredObject> objects) {
        return objects.stream()
                .map(object -> new String(object.value(), StandardCharsets.UTF_8))
                .toList();
    }
}
