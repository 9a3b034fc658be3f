package dev.stowage.cli.move;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Objects for tests, from their JSON.
public final class MoveObjects {

    private MoveObjects() {}

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) Json.read(text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static <T extends KubeObject> T read(Kind<T> kind, String text) {
        return kind.read(json(text));
    }

    /// A move of claim `shop/NAME` from node-1 to the node, of a drain of node-1.
    public static VolumeMove move(String claim, String target, String status) {
        return read(VolumeMove.KIND, """
                {"metadata": {"namespace": "shop", "name": "%1$s-x", "uid": "uid-%1$s",
                   "annotations": {"%4$s": "node-1"}},
                 "spec": {"claimName": "%1$s", "targetNode": "%2$s"},
                 "status": %3$s}""".formatted(claim, target, status, MoverKeys.DRAINED_NODE));
    }

    /// A bound volume of claim `shop/NAME` on node-1, of 1Gi, class `fast`, driver `d.example.com`.
    public static String volume(String claim, String node) {
        return """
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-%1$s"},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                   "persistentVolumeReclaimPolicy": "Retain", "storageClassName": "fast",
                   "claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": "shop", "name": "%1$s"},
                   "csi": {"driver": "d.example.com", "volumeHandle": "%1$s"},
                   "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                      {"key": "d.example.com/node", "operator": "In", "values": ["%2$s"]}]}]}}},
                 "status": {"phase": "Bound"}}""".formatted(claim, node);
    }

    public static String node(String name) {
        return """
                {"apiVersion": "v1", "kind": "Node",
                 "metadata": {"name": "%1$s", "labels": {"d.example.com/node": "%1$s"}},
                 "status": {"conditions": [{"type": "Ready", "status": "True"}]}}""".formatted(name);
    }

    public static String csiNode(String name) {
        return """
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "%1$s"},
                 "spec": {"drivers": [{"name": "d.example.com", "nodeID": "%1$s",
                   "topologyKeys": ["d.example.com/node"]}]}}""".formatted(name);
    }

    public static String claim(String name) {
        return """
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"namespace": "shop", "name": "%1$s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "volumeName": "pv-%1$s",
                   "resources": {"requests": {"storage": "1Gi"}}},
                 "status": {"phase": "Bound"}}""".formatted(name);
    }

    public static String lease(String node) {
        return """
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                 "metadata": {"namespace": "stowage-system", "name": "%2$sd.example.com-%1$s"},
                 "spec": {"holderIdentity": "%1$s"}}""".formatted(node, MoverKeys.LEASE_PREFIX);
    }
}
