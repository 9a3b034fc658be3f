package dev.stowage.bench.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.bench.harness.NullDriver;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The objects of the workload.
final class ControlObjects {
    static final String MADE = "made";
    static final String DYNAMIC = "dynamic";
    static final String BYSTANDERS = "bystanders";

    private ControlObjects() {}

    private static ObjectNode of(String json) {
        try {
            return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectNode storageClass(String name, String provisioner) {
        return of("""
                {"metadata": {"name": "%s"}, "provisioner": "%s"}""".formatted(name, provisioner));
    }

    static ObjectNode driver() {
        return of("""
                {"metadata": {"name": "%s"}, "spec": {"attachRequired": true}}""".formatted(NullDriver.NAME));
    }

    static ObjectNode account() {
        return of("{\"metadata\": {\"name\": \"default\"}}");
    }

    static ObjectNode node(int number) {
        return of("""
                {"metadata": {"name": "node-%d",
                  "annotations": {"volumes.kubernetes.io/controller-managed-attach-detach": "true"}}}""".formatted(number));
    }

    static ObjectNode csiNode(int number) {
        return of("""
                {"metadata": {"name": "node-%1$d"},
                 "spec": {"drivers": [{"name": "%2$s", "nodeID": "node-%1$d", "topologyKeys": []}]}}""".formatted(number, NullDriver.NAME));
    }

    static ObjectNode volume(String storageClass, int number) {
        return of("""
                {"metadata": {"name": "%1$s-%2$d"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "%1$s",
                          "capacity": {"storage": "1Gi"}, "persistentVolumeReclaimPolicy": "Retain",
                          "csi": {"driver": "%3$s", "volumeHandle": "%1$s-%2$d"}}}""".formatted(storageClass, number, NullDriver.NAME));
    }

    static ObjectNode claim(String storageClass, int number) {
        return of("""
                {"metadata": {"name": "%1$s-%2$d"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "%1$s",
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(storageClass, number));
    }

    static ObjectNode pod(String claim, int node) {
        return of("""
                {"metadata": {"name": "%1$s"},
                 "spec": {"nodeName": "node-%2$d",
                   "containers": [{"name": "main", "image": "none",
                     "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                   "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%1$s"}}]}}""".formatted(claim, node));
    }
}
