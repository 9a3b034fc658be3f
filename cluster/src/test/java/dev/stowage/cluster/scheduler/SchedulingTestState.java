package dev.stowage.cluster.scheduler;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A cluster of records, for decisions. Objects are written as JSON with single quotes.
final class SchedulingTestState {
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, CsiNode> csiNodes = new HashMap<>();
    private final Map<String, Map<String, String>> attached = new HashMap<>();
    private final Map<String, List<Pod>> pods = new HashMap<>();
    private final Map<NamespacedName, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new TreeMap<>();
    private final Map<String, StorageClass> classes = new HashMap<>();
    private final Map<String, CsiDriver> drivers = new HashMap<>();
    private final List<CsiStorageCapacity> capacities = new ArrayList<>();
    private final Map<NamespacedName, Long> spent = new HashMap<>();

    static <T extends KubeObject> T read(Kind<T> kind, String json) {
        try {
            return kind.read(Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Nodes a, b, … with capacity for ten pods, four processors and 8 Gi.
    static SchedulingTestState ofNodes(String... names) {
        SchedulingTestState schedulingTestState = new SchedulingTestState();
        for (String name : names) {
            schedulingTestState.node(name, "{}", "{}");
        }
        return schedulingTestState;
    }

    SchedulingTestState node(String name, String labels, String spec) {
        nodes.put(
                name,
                read(
                        Kinds.NODES,
                        "{'metadata':{'name':'%s','labels':%s},'spec':%s,'status':{'allocatable':{'pods':'10','cpu':'4','memory':'8Gi'}}}"
                                .formatted(name, labels, spec)));
        return this;
    }

    SchedulingTestState csiNode(String name, String driver, int limit) {
        csiNodes.put(
                name,
                read(
                        Kinds.CSI_NODES,
                        "{'metadata':{'name':'%s'},'spec':{'drivers':[{'name':'%s','allocatable':{'count':%d}}]}}"
                                .formatted(name, driver, limit)));
        return this;
    }

    SchedulingTestState attached(String node, String driver, String handle) {
        attached.computeIfAbsent(node, _ -> new HashMap<>()).put(CsiVolumeUsage.name(driver, handle), driver);
        return this;
    }

    /// A pod that runs on the node.
    SchedulingTestState running(String node, Pod pod) {
        pods.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
        return this;
    }

    SchedulingTestState claim(String name, String size, String rest) {
        PersistentVolumeClaim claim = read(
                Kinds.CLAIMS,
                "{'metadata':{'namespace':'ns','name':'%s','uid':'uid-%s'%s},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'%s'}}%s}}"
                        .formatted(
                                name,
                                name,
                                rest.contains("@") ? rest.substring(rest.indexOf('@') + 1) : "",
                                size,
                                rest.contains("@") ? rest.substring(0, rest.indexOf('@')) : rest));
        claims.put(claim.key(), claim);
        return this;
    }

    /// A claim that waits for a node, of class `slow`.
    SchedulingTestState delayed(String name, String size) {
        return claim(name, size, ",'storageClassName':'slow'");
    }

    SchedulingTestState boundTo(String name, String volume) {
        return claim(
                name,
                "1Gi",
                ",'volumeName':'%s'@,'annotations':{'pv.kubernetes.io/bind-completed':'yes'}".formatted(volume));
    }

    SchedulingTestState volume(String name, String size, String labels, String rest) {
        volumes.put(
                name,
                read(
                        Kinds.VOLUMES,
                        "{'metadata':{'name':'%s','labels':%s},'spec':{'capacity':{'storage':'%s'},'accessModes':['ReadWriteOnce'],'storageClassName':'slow'%s},'status':{'phase':'Available'}}"
                                .formatted(name, labels, size, rest)));
        return this;
    }

    static String onlyOn(String node) {
        return ",'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'host','operator':'In','values':['%s']}]}]}}"
                .formatted(node);
    }

    SchedulingTestState storageClass(String name, String provisioner, String rest) {
        classes.put(
                name,
                read(
                        Kinds.STORAGE_CLASSES,
                        "{'metadata':{'name':'%s'},'provisioner':'%s','volumeBindingMode':'WaitForFirstConsumer'%s}"
                                .formatted(name, provisioner, rest)));
        return this;
    }

    SchedulingTestState tracking(String driver) {
        drivers.put(
                driver,
                read(
                        Kinds.CSI_DRIVERS,
                        "{'metadata':{'name':'%s'},'spec':{'storageCapacity':true}}".formatted(driver)));
        return this;
    }

    SchedulingTestState capacity(String name, String host, String rest) {
        capacities.add(read(
                Kinds.STORAGE_CAPACITIES,
                "{'metadata':{'namespace':'ns','name':'%s'},'storageClassName':'slow','nodeTopology':{'matchLabels':{'host':'%s'}},%s}"
                        .formatted(name, host, rest)));
        return this;
    }

    SchedulingTestState spent(String capacity, long bytes) {
        spent.put(new NamespacedName("ns", capacity), bytes);
        return this;
    }

    static Pod pod(String name, String spec, String... claimNames) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("namespace", "ns").put("name", name).put("uid", "uid-" + name);
        try {
            pod.set("spec", Json.read(spec.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ArrayNode volumesOfPod = pod.withObject("/spec").withArray("volumes");
        for (String claim : claimNames) {
            volumesOfPod
                    .addObject()
                    .put("name", claim)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", claim);
        }
        return Kinds.PODS.read(pod);
    }

    SchedulingState schedulingState() {
        Map<NamespacedName, NamespacedName> single = new HashMap<>();
        pods.values()
                .forEach(list -> list.forEach(
                        pod -> VolumeReservations.singles(pod, claims).forEach(claim -> single.put(claim, pod.key()))));
        StorageState storageState = new StorageState(
                claims,
                volumes,
                volumes.values().stream().collect(Collectors.groupingBy(PersistentVolume::storageClass)),
                classes,
                drivers,
                capacities,
                new VolumeReservations(Map.of(), Map.of(), spent, single));
        SortedMap<String, NodeInfo> views = new TreeMap<>();
        nodes.forEach((name, node) -> views.put(
                name,
                NodeInfo.of(
                        node,
                        csiNodes.get(name),
                        attached.getOrDefault(name, Map.of()),
                        pods.getOrDefault(name, List.of()).stream()
                                .map(pod -> new NodeInfo.PlacedPod(pod, CsiVolumeUsage.of(pod, storageState)))
                                .toList())));
        return new SchedulingState(views, storageState, Map.of("ns", Map.of("team", "a"), "far", Map.of("team", "b")));
    }
}
