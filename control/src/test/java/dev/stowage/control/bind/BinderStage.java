package dev.stowage.control.bind;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolume;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;

/// A binder at work on an embedded API server, with its writes and conflicts counted.
final class BinderStage implements AutoCloseable {
    private final Stage stage;
    private final Shared shared;
    private final Binder binder;
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger conflicts = new AtomicInteger();

    BinderStage(Path folder) throws IOException, InterruptedException {
        stage = new Stage(folder);
        shared = stage.shared("persistentvolume-controller");
        Hands counting = act -> count(shared.hands(), act);
        binder = new Binder(
                new Shared(
                        shared.api(),
                        shared.informers(),
                        shared.events(),
                        counting,
                        shared.metrics(),
                        shared.queues(),
                        shared.timer(),
                        shared.clock(),
                        shared.gates()),
                // So that nothing is repaired in a test: what comes to pass came of a change.
                new BinderOptions(Duration.ofHours(1), true));
        stage.informers().start();
    }

    private void count(Hands hands, Act act) throws ApiFailure, InterruptedException {
        if (!(act instanceof Act.Tell)) {
            writes.incrementAndGet();
        }
        try {
            hands.carryOut(act);
        } catch (ApiFailure e) {
            if (e.code() == 409) {
                conflicts.incrementAndGet();
            }
            throw e;
        }
    }

    BinderStage begin() throws InterruptedException {
        binder.start();
        return this;
    }

    Stage stage() {
        return stage;
    }

    int writes() {
        return writes.get();
    }

    int conflicts() {
        return conflicts.get();
    }

    /// @param spec the rest of the spec, after capacity and access modes; empty or beginning with a comma
    PersistentVolume volume(String name, String size, String spec) throws IOException, InterruptedException {
        return stage.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "%s"}, "spec": {"capacity": {"storage": "%s"}, "accessModes": ["ReadWriteOnce"],
                 "csi": {"driver": "test", "volumeHandle": "%s"} %s}}""".formatted(name, size, name, spec));
    }

    PersistentVolumeClaim claim(String name, String size, String spec) throws IOException, InterruptedException {
        return stage.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"resources": {"requests": {"storage": "%s"}},
                 "accessModes": ["ReadWriteOnce"] %s}}""".formatted(name, size, spec));
    }

    void storageClass(String name, String provisioner, String mode) throws IOException, InterruptedException {
        stage.create(
                Kinds.STORAGE_CLASSES,
                "",
                "{\"metadata\": {\"name\": \"%s\"}, \"provisioner\": \"%s\", \"volumeBindingMode\": \"%s\"}"
                        .formatted(name, provisioner, mode));
    }

    PersistentVolumeClaim claim(String name) {
        try {
            return PersistentVolumeClaim.read(stage.get(Kinds.CLAIMS, "default", name));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    PersistentVolume volume(String name) {
        try {
            return PersistentVolume.read(stage.get(Kinds.VOLUMES, "", name));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Without anybody who protects it.
    void delete(PersistentVolumeClaim claim) throws IOException, InterruptedException {
        stage.change(Kinds.CLAIMS, "default", claim.meta().name(), "{\"metadata\": {\"finalizers\": null}}");
        stage.api().delete(claim, Kinds.CLAIMS);
    }

    void delete(PersistentVolume volume) throws IOException, InterruptedException {
        stage.change(Kinds.VOLUMES, "", volume.meta().name(), "{\"metadata\": {\"finalizers\": null}}");
        stage.api().delete(volume, Kinds.VOLUMES);
    }

    /// The reasons of the events on an object, as they were written.
    List<String> events(String name) {
        List<String> reasons = new ArrayList<>();
        try (InputStream in = stage.api().stream(Kinds.EVENTS.path("default"))) {
            for (JsonNode event : Json.read(in.readAllBytes()).path("items")) {
                if (event.path("involvedObject").path("name").asText().equals(name)) {
                    reasons.add(event.path("reason").asText());
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return reasons;
    }

    /// The sum over all labels; of durations, how many were measured.
    double figure(String name) {
        return shared.metrics().scrape(name::equals).stream()
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .mapToDouble(point -> switch (point) {
                    case GaugeSnapshot.GaugeDataPointSnapshot gauge -> gauge.getValue();
                    case CounterSnapshot.CounterDataPointSnapshot counter -> counter.getValue();
                    case HistogramSnapshot.HistogramDataPointSnapshot histogram ->
                        histogram.getClassicBuckets().stream()
                                .mapToLong(ClassicHistogramBucket::getCount)
                                .sum();
                    default -> throw new IllegalStateException(name + " is a " + point.getClass());
                })
                .sum();
    }

    static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(20));
    }

    @Override
    public void close() throws IOException {
        binder.close();
        stage.close();
    }
}
