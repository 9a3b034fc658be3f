package dev.stowage.cluster.scheduler;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Three nodes on the embedded API, with a scheduler, and with test code in place of the binder and the
/// provisioner. Objects are written as JSON with single quotes.
public final class SchedulerFixture {
    public static final String DRIVER = "csi.example.com";

    private final ControllerFixture fixture;
    private ScriptedBinder scriptedBinder;
    private Scheduler scheduler;

    public SchedulerFixture(Path folder) throws IOException, InterruptedException {
        fixture = new ControllerFixture(folder);
        for (String node : List.of("n1", "n2", "n3")) {
            fixture.create(
                    Kinds.NODES,
                    "",
                    json("{'metadata':{'name':'%1$s','labels':{'kubernetes.io/hostname':'%1$s'}}}".formatted(node)));
            fixture.changeStatus(
                    Kinds.NODES, "", node, json("{'status':{'allocatable':{'pods':'110','cpu':'4','memory':'8Gi'}}}"));
            // The server taints new nodes; the node lifecycle controller removes the taint.
            fixture.change(Kinds.NODES, "", node, json("{'spec':{'taints':null}}"));
        }
        scriptedBinder = new ScriptedBinder(fixture, true);
        scheduler = new Scheduler(fixture.context("default-scheduler"), SchedulerOptions.USUAL);
        fixture.informers().start();
        scheduler.start();
    }

    public ControllerFixture controllerFixture() {
        return fixture;
    }

    ScriptedBinder scriptedBinder() {
        return scriptedBinder;
    }

    /// Replaces the existing ones.
    public void scriptedBinder(boolean bind) throws InterruptedException {
        scriptedBinder.end();
        scriptedBinder = new ScriptedBinder(fixture, bind);
    }

    void newScheduler() throws InterruptedException {
        scheduler = new Scheduler(fixture.context("default-scheduler"), SchedulerOptions.USUAL);
        scheduler.start();
    }

    void endScheduler() {
        scheduler.close();
    }

    public void end() throws IOException, InterruptedException {
        scheduler.close();
        scriptedBinder.end();
        fixture.close();
    }

    static String json(String text) {
        return text.replace('\'', '"');
    }

    /// The scheduler has received it before the test continues: it cannot consider what it does not know.
    <T extends KubeObject> void make(Kind<T> kind, String namespace, String object)
            throws IOException, InterruptedException {
        fixture.awaitSeen(kind, fixture.create(kind, namespace, json(object)));
    }

    public void storageClass(String provisioner) throws IOException, InterruptedException {
        make(
                Kinds.STORAGE_CLASSES,
                "",
                "{'metadata':{'name':'slow'},'provisioner':'%s','volumeBindingMode':'WaitForFirstConsumer'}"
                        .formatted(provisioner));
    }

    public void claim(String name, String size, String mode) throws IOException, InterruptedException {
        make(
                Kinds.CLAIMS,
                "default",
                "{'metadata':{'name':'%s'},'spec':{'storageClassName':'slow','accessModes':['%s'],'resources':{'requests':{'storage':'%s'}}}}"
                        .formatted(name, mode, size));
    }

    public void volume(String name, String node) throws IOException, InterruptedException {
        fixture.create(
                Kinds.VOLUMES,
                "",
                json(
                        "{'metadata':{'name':'%s'},'spec':{'storageClassName':'slow','accessModes':['ReadWriteOnce'],'capacity':{'storage':'1Gi'},'csi':{'driver':'d','volumeHandle':'%s'},'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'kubernetes.io/hostname','operator':'In','values':['%s']}]}]}}}}"
                                .formatted(name, name, node)));
        fixture.awaitSeen(
                Kinds.VOLUMES, fixture.changeStatus(Kinds.VOLUMES, "", name, json("{'status':{'phase':'Available'}}")));
    }

    public void pod(String name, String spec, String... claims) throws IOException, InterruptedException {
        StringBuilder volumes = new StringBuilder();
        for (String claim : claims) {
            volumes.append(volumes.isEmpty() ? "" : ",")
                    .append("{'name':'%1$s','persistentVolumeClaim':{'claimName':'%1$s'}}".formatted(claim));
        }
        fixture.create(
                Kinds.PODS,
                "default",
                json("{'metadata':{'name':'%s'},'spec':{'containers':[{'name':'c','image':'i'}],'volumes':[%s]%s}}"
                        .formatted(name, volumes, spec)));
    }

    /// From the cache, which may be a moment late.
    Optional<Pod> seen(String name) {
        return fixture.informers().of(Kinds.PODS).find(new NamespacedName("default", name));
    }

    public String nodeOf(String name) {
        return await("pod " + name + " has a node")
                .pollInterval(Duration.ofMillis(20))
                .until(() -> seen(name).map(Pod::nodeName).orElse(""), node -> !node.isEmpty());
    }

    String refusal(String name) {
        return await("pod " + name + " is told why")
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> seen(name).stream()
                                .flatMap(pod -> pod.conditions().stream())
                                .filter(condition -> condition.type().equals("PodScheduled")
                                        && condition.reason().equals("Unschedulable"))
                                .map(condition -> condition.message())
                                .findFirst()
                                .orElse(""),
                        message -> !message.isEmpty());
    }

    List<String> events(String reason) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        try (InputStream in = fixture.api().stream("/api/v1/namespaces/default/events")) {
            for (JsonNode event : Json.read(in.readAllBytes()).path("items")) {
                if (event.path("reason").asText().equals(reason)) {
                    found.add(event.path("message").asText());
                }
            }
        }
        return found;
    }

    void capacity(String node, String size) throws IOException, InterruptedException {
        make(
                Kinds.STORAGE_CAPACITIES,
                "default",
                "{'metadata':{'name':'on-%1$s'},'storageClassName':'slow','nodeTopology':{'matchLabels':{'kubernetes.io/hostname':'%1$s'}},'capacity':'%2$s'}"
                        .formatted(node, size));
    }

    void remove(String pod) throws IOException, InterruptedException {
        fixture.changeStatus(Kinds.PODS, "default", pod, json("{'status':{'phase':'Succeeded'}}"));
    }

    Map<String, Integer> perNode() {
        Map<String, Integer> counts = new HashMap<>();
        fixture.informers().of(Kinds.PODS).all().stream()
                .filter(pod -> !pod.nodeName().isEmpty())
                .forEach(pod -> counts.merge(pod.nodeName(), 1, Integer::sum));
        return counts;
    }
}
