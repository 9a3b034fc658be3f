package dev.stowage.bench.sidecar;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.bench.harness.NullDriver;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The objects of the workload.
final class SidecarObjects {
    private SidecarObjects() {}

    static ObjectNode of(String json) {
        try {
            return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectNode storageClass() {
        return of("""
                {"metadata": {"name": "null"}, "provisioner": "%s", "allowVolumeExpansion": true,
                 "parameters": {"type": "bench"}}""".formatted(NullDriver.NAME));
    }

    static ObjectNode driver() {
        return of("""
                {"metadata": {"name": "%s"}, "spec": {"attachRequired": true}}""".formatted(NullDriver.NAME));
    }

    static ObjectNode node() {
        return of("{\"metadata\": {\"name\": \"node-1\"}}");
    }

    static ObjectNode csiNode(String uid) {
        return of("""
                {"metadata": {"name": "node-1", "ownerReferences": [
                   {"apiVersion": "v1", "kind": "Node", "name": "node-1", "uid": "%s"}]},
                 "spec": {"drivers": [{"name": "%s", "nodeID": "node-1", "topologyKeys": []}]}}""".formatted(uid, NullDriver.NAME));
    }

    static ObjectNode claim(int number) {
        return of("""
                {"metadata": {"name": "claim-%d"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "null",
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(number));
    }

    /// As the binder of the control plane hands it to the provisioner.
    static ObjectNode claimForProvisioner(int number) {
        ObjectNode claim = claim(number);
        claim.withObject("/metadata/annotations")
                .put("volume.kubernetes.io/storage-provisioner", NullDriver.NAME)
                .put("volume.beta.kubernetes.io/storage-provisioner", NullDriver.NAME);
        return claim;
    }

    static ObjectNode attachment(int number, String volume) {
        return of("""
                {"metadata": {"name": "attachment-%d"},
                 "spec": {"attacher": "%s", "nodeName": "node-1", "source": {"persistentVolumeName": "%s"}}}""".formatted(number, NullDriver.NAME, volume));
    }

    static ObjectNode snapshotContent(int number, String handle) {
        return of("""
                {"metadata": {"name": "content-%1$d",
                              "annotations": {"snapshot.storage.kubernetes.io/allow-volume-mode-change": "true"}},
                 "spec": {"driver": "%2$s", "deletionPolicy": "Delete", "volumeSnapshotClassName": "null",
                          "source": {"volumeHandle": "%3$s"},
                          "volumeSnapshotRef": {"name": "snapshot-%1$d", "namespace": "default",
                            "uid": "00000000-0000-0000-0000-%1$012d", "kind": "VolumeSnapshot",
                            "apiVersion": "snapshot.storage.k8s.io/v1"}}}""".formatted(number, NullDriver.NAME, handle));
    }

    static ObjectNode snapshotClass() {
        return of("""
                {"metadata": {"name": "null"}, "driver": "%s", "deletionPolicy": "Delete"}""".formatted(NullDriver.NAME));
    }

    /// A CRD whose objects accept any fields.
    static ObjectNode definition(String group, String plural, String kind, String scope) {
        return of("""
                {"metadata": {"name": "%2$s.%1$s",
                              "annotations": {"api-approved.kubernetes.io": "unapproved, for a benchmark"}},
                 "spec": {"group": "%1$s", "scope": "%4$s",
                   "names": {"plural": "%2$s", "singular": "%5$s", "kind": "%3$s", "listKind": "%3$sList"},
                   "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                     "schema": {"openAPIV3Schema":
                       {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}""".formatted(group, plural, kind, scope, kind.toLowerCase(Locale.ROOT)));
    }
}
