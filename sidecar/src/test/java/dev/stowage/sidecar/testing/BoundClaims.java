package dev.stowage.sidecar.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Creates bound claims with their volumes.
public final class BoundClaims {
    public static final String NAMESPACE = "default";

    private BoundClaims() {}

    /// A claim of that name, and a volume `pv-NAME` of [FakeDriver] with the handle `h-NAME`.
    ///
    /// @param request the requested size
    /// @param capacity of claim and volume
    public static PersistentVolumeClaim create(SidecarFixture fixture, String name, String request, String capacity)
            throws IOException, InterruptedException {
        return create(fixture, name, request, capacity, "{}");
    }

    /// @param spec fields of the volume's spec that are added or replace the usual ones
    public static PersistentVolumeClaim create(
            SidecarFixture fixture, String name, String request, String capacity, String spec)
            throws IOException, InterruptedException {
        PersistentVolumeClaim claim = fixture.create(Kinds.CLAIMS, NAMESPACE, """
                {"metadata": {"name": "%s"}, "spec": {"accessModes": ["ReadWriteOnce"], "volumeName": "pv-%s",
                 "storageClassName": "", "resources": {"requests": {"storage": "%s"}}}}
                """.formatted(name, name, request));
        ObjectNode volume = object(
                """
                {"metadata": {"name": "pv-%s"}, "spec": {"accessModes": ["ReadWriteOnce"],
                 "capacity": {"storage": "%s"}, "persistentVolumeReclaimPolicy": "Delete",
                 "claimRef": {"kind": "PersistentVolumeClaim", "apiVersion": "v1", "namespace": "%s", "name": "%s",
                  "uid": "%s"},
                 "csi": {"driver": "%s", "volumeHandle": "h-%s"}}}
                """.formatted(name, capacity, NAMESPACE, name, claim.meta().uid(), FakeDriver.NAME, name));
        volume.withObject("/spec").setAll(object(spec));
        fixture.api().create(Kinds.VOLUMES, "", volume);
        return patch(fixture, name, """
                {"status": {"phase": "Bound", "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "%s"}}}
                """.formatted(capacity));
    }

    /// Changes the claim's status as another component would.
    public static PersistentVolumeClaim patch(SidecarFixture fixture, String name, String status)
            throws IOException, InterruptedException {
        return fixture.api()
                .patch(
                        Kinds.CLAIMS,
                        NAMESPACE,
                        name,
                        Patch.merge(object(status)).status());
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
