package dev.stowage.node.volumemanager.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.testing.ApiServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The actions of users and controllers.
public final class ClusterFixture {
    private final KubeClient api;
    private final String driver;

    public ClusterFixture(KubeClient api, String driver) {
        this.api = api;
        this.driver = driver;
    }

    /// A volume of the driver, its persistent volume `pv-NAME` and the bound claim NAME.
    ///
    /// @return the handle
    public String claim(SocketClient client, String name, boolean block, String accessMode)
            throws IOException, InterruptedException {
        var request = CreateVolumeRequest.newBuilder().setName("pv-" + name);
        request.getCapacityRangeBuilder().setRequiredBytes(16 << 20);
        var capability = request.addVolumeCapabilitiesBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        if (block) {
            capability.getBlockBuilder();
        } else {
            capability.getMountBuilder();
        }
        String handle = ControllerGrpc.newBlockingStub(client.channel())
                .createVolume(request.build())
                .getVolume()
                .getVolumeId();
        bind(name, handle, block, accessMode);
        return handle;
    }

    public void bind(String name, String handle, boolean block, String accessMode)
            throws IOException, InterruptedException {
        bind(name, handle, block, accessMode, "", "");
    }

    /// @param spec further fields of the volume
    /// @param source further fields of its source
    public void bind(String name, String handle, boolean block, String accessMode, String spec, String source)
            throws IOException, InterruptedException {
        String mode = block ? "Block" : "Filesystem";
        PersistentVolumeClaim claim =
                api.create(Kinds.CLAIMS, "default", json("""
                {"metadata": {"name": "%s"}, "spec": {"volumeName": "pv-%s", "accessModes": ["%s"],
                 "storageClassName": "", "volumeMode": "%s", "resources": {"requests": {"storage": "16Mi"}}}}""".formatted(name, name, accessMode, mode)));
        api.create(Kinds.VOLUMES, "", json("""
                {"metadata": {"name": "pv-%s"}, "spec": {"capacity": {"storage": "16Mi"}, "volumeMode": "%s",
                 "accessModes": ["%s"], "persistentVolumeReclaimPolicy": "Retain",
                 "csi": {"driver": "%s", "volumeHandle": "%s"%s}%s,
                 "claimRef": {"namespace": "default", "name": "%s", "uid": "%s"}}}""".formatted(
                        name,
                        mode,
                        accessMode,
                        driver,
                        handle,
                        source,
                        spec,
                        name,
                        claim.meta().uid())));
        api.patch(
                Kinds.CLAIMS,
                "default",
                name,
                Patch.merge(json("""
                {"status": {"phase": "Bound", "accessModes": ["%s"], "capacity": {"storage": "16Mi"}}}""".formatted(accessMode))).status());
    }

    /// What the resizer does: the volume is expanded, and the node must follow.
    public void grow(SocketClient client, String name, String handle, int mebibytes)
            throws IOException, InterruptedException {
        var request = ControllerExpandVolumeRequest.newBuilder().setVolumeId(handle);
        request.getCapacityRangeBuilder().setRequiredBytes((long) mebibytes << 20);
        var _ = ControllerGrpc.newBlockingStub(client.channel()).controllerExpandVolume(request.build());
        String size = mebibytes + "Mi";
        api.patch(
                Kinds.CLAIMS,
                "default",
                name,
                Patch.merge(json("""
                {"status": {"allocatedResources": {"storage": "%s"},
                 "allocatedResourceStatuses": {"storage": "NodeResizePending"}}}""".formatted(size))).status());
        api.patch(Kinds.VOLUMES, "", "pv-" + name, Patch.merge(json("""
                {"spec": {"capacity": {"storage": "%s"}}}""".formatted(size))));
    }

    public void csiDriver(boolean attaches, String more) throws IOException, InterruptedException {
        api.create(Kinds.CSI_DRIVERS, "", json("""
                {"metadata": {"name": "%s"}, "spec": {"attachRequired": %s%s}}""".formatted(driver, attaches, more)));
    }

    public void secret(String name, String key, String value) throws IOException, InterruptedException {
        String data = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        api.create(Kinds.SECRETS, "default", json("""
                {"metadata": {"name": "%s"}, "data": {"%s": "%s"}}""".formatted(name, key, data)));
    }

    /// A pod with an inline ephemeral volume.
    public NodePod inlinePod(String name) throws IOException, InterruptedException {
        return api.create(NodePod.KIND, "default", json("""
                {"metadata": {"name": "%s"}, "spec": {"nodeName": "%s", "automountServiceAccountToken": false,
                 "containers": [{"name": "main", "image": "none",
                  "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                 "volumes": [{"name": "data", "csi": {"driver": "%s", "volumeAttributes": {"size": "1Gi"}}}]}}""".formatted(name, ApiServerFixture.NODE, driver)));
    }

    /// A pod that uses the claim.
    public NodePod pod(String name, String claim, boolean block) throws IOException, InterruptedException {
        String use = block
                ? "\"volumeDevices\": [{\"name\": \"data\", \"devicePath\": \"/dev/xvda\"}]"
                : "\"volumeMounts\": [{\"name\": \"data\", \"mountPath\": \"/data\"}]";
        return api.create(NodePod.KIND, "default", json("""
                {"metadata": {"name": "%s"}, "spec": {"nodeName": "%s", "automountServiceAccountToken": false,
                 "containers": [{"name": "main", "image": "none", %s}],
                 "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(name, ApiServerFixture.NODE, use, claim)));
    }

    /// What the attacher writes after attaching.
    public void attachment(String claim, String handle) throws IOException, InterruptedException {
        String name = VolData.attachment(handle, driver, ApiServerFixture.NODE);
        api.create(Kinds.ATTACHMENTS, "", json("""
                {"metadata": {"name": "%s"}, "spec": {"attacher": "%s", "nodeName": "%s",
                 "source": {"persistentVolumeName": "pv-%s"}}}""".formatted(name, driver, ApiServerFixture.NODE, claim)));
        api.patch(
                Kinds.ATTACHMENTS,
                "",
                name,
                Patch.merge(json("{\"status\": {\"attached\": true}}")).status());
    }

    /// Removes the finalizers of an object that is being deleted.
    public void free(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        if (api.find(kind, namespace, name).isPresent()) {
            api.patch(kind, namespace, name, Patch.merge(json("{\"metadata\": {\"finalizers\": null}}")));
        }
    }

    public KubeClient api() {
        return api;
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
