package dev.stowage.node.nodestatus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.NodeKeys;
import java.util.Map;
import java.util.TreeMap;

/// The part of the node status that does not change while the node runs.
///
/// @param port the port of the node server; 0 while it does not listen
record NodeInfo(String node, NodeStatusOptions options, MachineInfo machineInfo, String runtime, int port) {
    /// Clients use it to decide what a node supports. The suffix shows that it is not the kubelet.
    static final String VERSION = "v1.36.3-stowage";

    /// kube-apiserver uses WebSocket for nodes that declare it, and SPDY for all others.
    private static final String WEB_SOCKETS = "ExtendWebSocketsToKubelet";

    /// The memory that the kubelet reserves before it evicts pods.
    private static final long RESERVED_MEMORY = 100 << 10;

    /// The labels that every node has.
    Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>();
        for (String prefix : new String[] {"", "beta."}) {
            labels.put(prefix + NodeKeys.OS, "linux");
            labels.put(prefix + NodeKeys.ARCH, machineInfo.architecture());
        }
        labels.put(NodeKeys.HOSTNAME, node);
        return labels;
    }

    /// Adds itself to a node's status.
    void writeTo(ObjectNode status, boolean patch) {
        ArrayNode addresses = status.putArray("addresses");
        if (patch) {
            // Otherwise addresses of types that the node no longer has would stay.
            addresses.addObject().put("$patch", "replace");
        }
        addresses.addObject().put("type", "InternalIP").put("address", options.address());
        addresses.addObject().put("type", "Hostname").put("address", options.hostname());
        if (port > 0) {
            status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", port);
        }
        resources(status.putObject("capacity"), machineInfo.memory(), machineInfo.disk() + "Ki");
        // Pods are evicted when less than a tenth of the disk is free.
        long disk = Math.round(machineInfo.disk() * 1024 * 0.9);
        resources(status.putObject("allocatable"), Math.max(0, machineInfo.memory() - RESERVED_MEMORY), disk + "");
        status.putArray("declaredFeatures").add(WEB_SOCKETS);
        info(status.putObject("nodeInfo"));
    }

    private void resources(ObjectNode resources, long memory, String disk) {
        resources
                .put("cpu", String.valueOf(machineInfo.processors()))
                .put("ephemeral-storage", disk)
                .put("memory", memory + "Ki")
                .put("pods", String.valueOf(options.maxPods()));
    }

    private void info(ObjectNode info) {
        info.put("architecture", machineInfo.architecture())
                .put("bootID", machineInfo.bootId())
                .put("containerRuntimeVersion", runtime)
                .put("kernelVersion", machineInfo.kernel())
                .put("kubeProxyVersion", "")
                .put("kubeletVersion", VERSION)
                .put("machineID", machineInfo.machineId())
                .put("operatingSystem", "linux")
                .put("osImage", machineInfo.image())
                .put("systemUUID", machineInfo.systemId());
    }

    /// The object of a node that is not registered yet.
    ObjectNode creation(Map<String, String> annotations) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", node);
        ObjectNode labels = meta.putObject("labels");
        labels().forEach(labels::put);
        options.labels().forEach(labels::put);
        annotations.forEach(meta.putObject("annotations")::put);
        object.putObject("spec");
        return object;
    }
}
