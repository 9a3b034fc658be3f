package dev.stowage.control.attachdetach;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterActionExecutor;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A cluster with a scripted attacher, and kubelets that the test scripts.
final class AttachDetachFixture implements AutoCloseable {
    static final String DRIVER = "test.example.com";
    static final String NAMESPACE = "default";
    static final AttachDetachOptions OPTIONS =
            new AttachDetachOptions(true, Duration.ofMinutes(6), Duration.ofHours(1), true);

    final ControllerFixture fixture;
    private PrometheusRegistry metrics = new PrometheusRegistry();
    final ScriptedAttacher attacher;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final List<Runnable> running = new ArrayList<>();
    private final List<Informers> watching = new ArrayList<>();
    private volatile Duration ahead = Duration.ZERO;

    AttachDetachFixture(Path folder) throws IOException, InterruptedException {
        fixture = new ControllerFixture(folder);
        attacher = new ScriptedAttacher(fixture);
    }

    AttachDetachController start() throws InterruptedException {
        return start(OPTIONS);
    }

    /// A controller with an empty cache, as after a restart.
    AttachDetachController start(AttachDetachOptions options) throws InterruptedException {
        return start(options, executor -> executor);
    }

    AttachDetachController start(AttachDetachOptions options, UnaryOperator<ActionExecutor> dressed)
            throws InterruptedException {
        var informers = new Informers(fixture.api(), timer);
        var events = new EventRecorder(fixture.api(), "attachdetach-controller", "stage", this::now);
        metrics = new PrometheusRegistry();
        var context = new ControllerContext(
                fixture.api(),
                informers,
                events,
                dressed.apply(new ClusterActionExecutor(informers, events)),
                metrics,
                new WorkQueueMetrics(metrics),
                timer,
                this::now,
                FeatureGates.defaults());
        var controller = new AttachDetachController(context, options);
        informers.start();
        controller.start();
        watching.add(informers);
        running.add(() -> {
            controller.close();
            informers.close();
            events.close();
        });
        return controller;
    }

    void stop() {
        running.forEach(Runnable::run);
        running.clear();
        watching.clear();
    }

    /// The controllers have what a kubelet writes before pods change: the watches of nodes and pods are not
    /// in step.
    private void awaitSeen(Node written) {
        watching.forEach(informers -> eventually(() -> informers
                .of(Kinds.NODES)
                .find(written.key())
                .filter(seen -> !written.meta().isNewerThan(seen.meta()))
                .isPresent()));
    }

    private Instant now() {
        return Instant.now().plus(ahead);
    }

    void later(Duration time) {
        ahead = ahead.plus(time);
    }

    void node(String name) throws IOException, InterruptedException {
        fixture.create(
                Kinds.NODES,
                "",
                json(("{'metadata': {'name': '%s', 'annotations':"
                                + "{'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}}}")
                        .formatted(name)));
        ready(name, true);
    }

    void ready(String node, boolean ready) throws IOException, InterruptedException {
        awaitSeen(fixture.changeStatus(
                Kinds.NODES,
                "",
                node,
                json("{'status': {'conditions': [{'type': 'Ready', 'status': '%s', 'lastTransitionTime': '%s'}]}}"
                        .formatted(ready ? "True" : "Unknown", now().truncatedTo(ChronoUnit.SECONDS)))));
    }

    /// What the kubelet of a node reports as mounted.
    void uses(String node, String... volumes) throws IOException, InterruptedException {
        String list =
                Arrays.stream(volumes).map(volume -> "'" + unique(volume) + "'").collect(Collectors.joining(","));
        awaitSeen(fixture.changeStatus(
                Kinds.NODES, "", node, json("{'status': {'volumesInUse': [%s]}}".formatted(list))));
    }

    /// A claim and a volume of the same name that are bound to each other.
    void volume(String name, String mode) throws IOException, InterruptedException {
        volume(name, mode, DRIVER);
    }

    void volume(String name, String mode, String driver) throws IOException, InterruptedException {
        claim(name, "'csi': {'driver': '%s', 'volumeHandle': 'h-%s'}".formatted(driver, name), mode);
    }

    void claim(String name, String source, String mode) throws IOException, InterruptedException {
        String uid = fixture.create(
                        Kinds.CLAIMS,
                        NAMESPACE,
                        json(("{'metadata': {'name': '%1$s'}, 'spec': {'accessModes': ['%2$s'], 'volumeName': '%1$s',"
                                        + "'storageClassName': '', 'resources': {'requests': {'storage': '1Gi'}}}}")
                                .formatted(name, mode)))
                .meta()
                .uid();
        fixture.create(
                Kinds.VOLUMES,
                "",
                json(("{'metadata': {'name': '%1$s'}, 'spec': {'accessModes': ['%2$s'],"
                                + "'capacity': {'storage': '1Gi'}, %3$s,"
                                + "'claimRef': {'namespace': 'default', 'name': '%1$s', 'uid': '%4$s'}}}")
                        .formatted(name, mode, source, uid)));
        fixture.changeStatus(Kinds.CLAIMS, NAMESPACE, name, json("{'status': {'phase': 'Bound'}}"));
    }

    Pod pod(String name, String node, String... claims) throws IOException, InterruptedException {
        return podWith(
                name,
                node,
                Arrays.stream(claims)
                        .map("{'name': '%1$s', 'persistentVolumeClaim': {'claimName': '%1$s'}}"::formatted)
                        .collect(Collectors.joining(",")));
    }

    Pod podWith(String name, String node, String volumes) throws IOException, InterruptedException {
        return fixture.create(
                Kinds.PODS,
                NAMESPACE,
                json(("{'metadata': {'name': '%s'}, 'spec': {'nodeName': '%s', 'volumes': [%s],"
                                + "'containers': [{'name': 'c', 'image': 'i'}]}}")
                        .formatted(name, node, volumes)));
    }

    Pod deletePod(String name) throws IOException, InterruptedException {
        Pod pod = fixture.api().find(Kinds.PODS, NAMESPACE, name).orElseThrow();
        fixture.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().withGracePeriod(0));
        return pod;
    }

    static String unique(String volume) {
        return csi(volume).uniqueName();
    }

    private static CsiVolume csi(String volume) {
        return new CsiVolume(DRIVER, "h-" + volume);
    }

    Optional<VolumeAttachment> attachment(String volume, String node) throws ApiFailure, InterruptedException {
        return fixture.api().find(Kinds.ATTACHMENTS, "", csi(volume).attachmentName(node));
    }

    Node nodeNow(String name) throws ApiFailure, InterruptedException {
        return fixture.api().find(Kinds.NODES, "", name).orElseThrow();
    }

    /// The volumes that a node's status reports as attached.
    List<String> attachedVolumes(String node) throws ApiFailure, InterruptedException {
        return nodeNow(node).attached().stream()
                .map(Node.AttachedVolume::name)
                .map(name -> name.substring(name.indexOf("^h-") + 3))
                .sorted()
                .toList();
    }

    List<String> events(String pod) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        for (JsonNode event : fixture.api().read(Kinds.EVENTS.path(NAMESPACE)).path("items")) {
            if (event.path("involvedObject").path("name").asText().equals(pod)) {
                texts.add(event.path("reason").asText() + " "
                        + event.path("message").asText());
            }
        }
        return texts;
    }

    static void eventually(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    void awaitAttachedVolumes(String node, String... volumes) {
        eventually(() -> attachedVolumes(node).equals(List.of(volumes)));
    }

    void awaitDetached(String volume, String node) {
        eventually(() -> attachment(volume, node).isEmpty());
    }

    static String json(String text) {
        return text.replace('\'', '"');
    }

    @Override
    public void close() throws IOException {
        stop();
        attacher.close();
        fixture.close();
        timer.shutdownNow();
    }

    /// The metrics of the controller that was started last, by the values of the labels.
    Map<List<String>, Double> figures(String name) {
        return metrics.scrape(name::equals).stream()
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .collect(Collectors.toMap(
                        point -> point.getLabels().stream().map(Label::getValue).toList(),
                        point -> ((GaugeSnapshot.GaugeDataPointSnapshot) point).getValue()));
    }
}
