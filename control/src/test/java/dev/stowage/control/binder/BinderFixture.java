package dev.stowage.control.binder;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
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

/// A binder on an embedded API server, with its writes and conflicts counted.
final class BinderFixture implements AutoCloseable {
    private final ControllerFixture fixture;
    private final ControllerContext context;
    private final BinderController binderController;
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger conflicts = new AtomicInteger();

    BinderFixture(Path folder) throws IOException, InterruptedException {
        fixture = new ControllerFixture(folder);
        context = fixture.context("persistentvolume-controller");
        ActionExecutor counting = action -> count(context.executor(), action);
        binderController = new BinderController(
                new ControllerContext(
                        context.api(),
                        context.informers(),
                        context.events(),
                        counting,
                        context.metrics(),
                        context.queues(),
                        context.timer(),
                        context.clock(),
                        context.gates()),
                // No resync in a test: every effect has to come from a change.
                new BinderOptions(Duration.ofHours(1), true));
        fixture.informers().start();
    }

    private void count(ActionExecutor executor, ClusterAction action) throws ApiFailure, InterruptedException {
        if (!(action instanceof ClusterAction.RecordEvent)) {
            writes.incrementAndGet();
        }
        try {
            executor.execute(action);
        } catch (ApiFailure e) {
            if (e.code() == 409) {
                conflicts.incrementAndGet();
            }
            throw e;
        }
    }

    BinderFixture begin() throws InterruptedException {
        binderController.start();
        return this;
    }

    ControllerFixture controllerFixture() {
        return fixture;
    }

    int writes() {
        return writes.get();
    }

    int conflicts() {
        return conflicts.get();
    }

    /// @param spec the rest of the spec, after capacity and access modes; empty or with a leading comma
    PersistentVolume volume(String name, String size, String spec) throws IOException, InterruptedException {
        return fixture.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "%s"}, "spec": {"capacity": {"storage": "%s"}, "accessModes": ["ReadWriteOnce"],
                 "csi": {"driver": "test", "volumeHandle": "%s"} %s}}""".formatted(name, size, name, spec));
    }

    PersistentVolumeClaim claim(String name, String size, String spec) throws IOException, InterruptedException {
        return fixture.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"resources": {"requests": {"storage": "%s"}},
                 "accessModes": ["ReadWriteOnce"] %s}}""".formatted(name, size, spec));
    }

    void storageClass(String name, String provisioner, String mode) throws IOException, InterruptedException {
        fixture.create(
                Kinds.STORAGE_CLASSES,
                "",
                "{\"metadata\": {\"name\": \"%s\"}, \"provisioner\": \"%s\", \"volumeBindingMode\": \"%s\"}"
                        .formatted(name, provisioner, mode));
    }

    PersistentVolumeClaim claim(String name) {
        try {
            return PersistentVolumeClaim.read(fixture.get(Kinds.CLAIMS, "default", name));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    PersistentVolume volume(String name) {
        try {
            return PersistentVolume.read(fixture.get(Kinds.VOLUMES, "", name));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Without a protection controller.
    void delete(PersistentVolumeClaim claim) throws IOException, InterruptedException {
        fixture.change(Kinds.CLAIMS, "default", claim.meta().name(), "{\"metadata\": {\"finalizers\": null}}");
        fixture.api().delete(claim, Kinds.CLAIMS);
    }

    void delete(PersistentVolume volume) throws IOException, InterruptedException {
        fixture.change(Kinds.VOLUMES, "", volume.meta().name(), "{\"metadata\": {\"finalizers\": null}}");
        fixture.api().delete(volume, Kinds.VOLUMES);
    }

    /// The reasons of the events on an object, in order.
    List<String> events(String name) {
        List<String> reasons = new ArrayList<>();
        try (InputStream in = fixture.api().stream(Kinds.EVENTS.path("default"))) {
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

    /// The sum over all labels; for durations, the number of measurements.
    double figure(String name) {
        return context.metrics().scrape(name::equals).stream()
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
        binderController.close();
        fixture.close();
    }
}
