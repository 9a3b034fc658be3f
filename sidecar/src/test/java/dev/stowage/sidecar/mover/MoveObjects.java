package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.testing.FakeDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Objects for tests: JSON with single quotes.
final class MoveObjects {
    static final String DRIVER = FakeDriver.NAME;
    static final String KEY = "topology.example.com/node";
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private MoveObjects() {}

    static ObjectNode json(String text) {
        try {
            String quoted = text.replace('\'', '"')
                    .replace("DRIVER", DRIVER)
                    .replace("HANDLE", ModelDriver.HANDLE)
                    .replace("TOPOLOGY", KEY);
            return (ObjectNode) Json.read(quoted.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectNode volume(String node, String claimUid) {
        return json("""
                {'apiVersion': 'v1', 'kind': 'PersistentVolume', 'metadata': {'name': 'pv-1',
                  'labels': {'tier': 'gold'}, 'annotations': {'pv.kubernetes.io/provisioned-by': 'DRIVER'}},
                 'spec': {'capacity': {'storage': '1Gi'}, 'accessModes': ['ReadWriteOnce'],
                  'persistentVolumeReclaimPolicy': 'Delete', 'storageClassName': 'local', 'volumeMode': 'Filesystem',
                  'claimRef': {'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim', 'namespace': 'default',
                    'name': 'data', 'uid': '%s'},
                  'csi': {'driver': 'DRIVER', 'volumeHandle': 'HANDLE', 'fsType': 'ext4',
                    'volumeAttributes': {'pool': 'node-1'}},
                  'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [
                    {'key': 'TOPOLOGY', 'operator': 'In', 'values': ['%s']}]}]}}}}
                """.formatted(claimUid, node));
    }

    static PersistentVolumeClaim claim(String uid, String phase) {
        return PersistentVolumeClaim.read(json("""
                {'metadata': {'namespace': 'default', 'name': 'data', 'uid': '%s'},
                 'spec': {'volumeName': 'pv-1', 'accessModes': ['ReadWriteOnce']}, 'status': {'phase': '%s'}}
                """.formatted(uid, phase)));
    }

    static Pod pod(String uid, String node, boolean isRunning, boolean isEnding, Instant created) {
        return Pod.read(json("""
                {'metadata': {'namespace': 'default', 'name': '%s', 'uid': '%s', 'creationTimestamp': '%s'%s,
                  'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'StatefulSet', 'name': 'db', 'uid': 's',
                    'controller': true}]},
                 'spec': {'nodeName': '%s', 'volumes': [{'name': 'd', 'persistentVolumeClaim': {'claimName': 'data'}}]},
                 'status': {'phase': '%s', 'containerStatuses': [{'name': 'c', 'state': {'%s': {}}}]}}
                """.formatted(
                        uid,
                        uid,
                        created,
                        isEnding ? ", 'deletionTimestamp': '" + created + "'" : "",
                        node,
                        isRunning ? "Running" : "Pending",
                        isRunning ? "running" : "waiting")));
    }

    static ObjectNode node(String name) {
        return json("""
                {'metadata': {'name': '%s', 'labels': {'TOPOLOGY': '%s'}},
                 'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}}
                """.formatted(name, name));
    }

    static ObjectNode csiNode(String name) {
        return json("""
                {'metadata': {'name': '%s'},
                 'spec': {'drivers': [{'name': 'DRIVER', 'nodeID': '%s', 'topologyKeys': ['TOPOLOGY']}]}}
                """.formatted(name, name));
    }

    static MoveNodes nodes(List<String> names) {
        Map<String, Node> nodes = new HashMap<>();
        Map<String, CsiNode> csiNodes = new HashMap<>();
        for (String name : new ArrayList<>(names)) {
            nodes.put(name, Node.read(node(name)));
            csiNodes.put(name, CsiNode.read(csiNode(name)));
        }
        return new MoveNodes(nodes, csiNodes);
    }
}
