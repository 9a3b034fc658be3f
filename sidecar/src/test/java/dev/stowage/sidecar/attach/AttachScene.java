package dev.stowage.sidecar.attach;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.stage.FakeDriver;
import dev.stowage.sidecar.stage.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// An attacher at work on a stage: one node `n1`, which the driver calls `id-1`.
final class AttachScene {
    static final AttacherOptions OPTIONS = new AttacherOptions(
            Duration.ofMinutes(10),
            Duration.ofMinutes(1),
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(200)),
            10,
            0,
            "",
            Duration.ofMillis(50));

    final Stage stage;
    final FakeDriver driver;
    private final List<AutoCloseable> open = new ArrayList<>();

    AttachScene(Path folder) throws Exception {
        stage = new Stage(folder);
        driver = new FakeDriver(Files.createDirectories(folder.resolve("driver")));
        driver.on(
                "ControllerPublishVolume",
                _ -> ControllerPublishVolumeResponse.newBuilder()
                        .putPublishContext("device", "/dev/x")
                        .build());
        driver.on("ControllerUnpublishVolume", _ -> ControllerUnpublishVolumeResponse.getDefaultInstance());
        create(
                Kinds.CSI_NODES,
                "{'metadata': {'name': 'n1'}, 'spec': {'drivers': [{'name': 'DRIVER',"
                        + "'nodeID': 'id-1', 'topologyKeys': []}]}}");
    }

    void can(RPC.Type... abilities) {
        driver.controller(abilities);
    }

    Attacher start() throws Exception {
        return start(OPTIONS);
    }

    Attacher start(AttacherOptions options) throws Exception {
        Shared shared = stage.shared(driver);
        Attacher attacher = new Attacher(shared, options);
        shared.informers().start();
        attacher.start();
        open.add(shared.informers());
        open.add(shared.driver());
        open.add(attacher);
        return attacher;
    }

    <T extends KubeObject> T create(Kind<T> kind, String json) throws IOException, InterruptedException {
        return stage.create(kind, "", Objects.json(json));
    }

    /// @param more fields of the CSI source, such as `'readOnly': true,`
    void volume(String name, String more) throws IOException, InterruptedException {
        create(
                Kinds.VOLUMES,
                "{'metadata': {'name': '" + name + "'}, 'spec': {'capacity': {'storage': '1Gi'},"
                        + "'accessModes': ['ReadWriteOnce'], 'persistentVolumeReclaimPolicy': 'Retain', 'csi': {" + more
                        + "'driver': 'DRIVER', 'volumeHandle': 'handle-" + name + "'}}}");
    }

    VolumeAttachment attachment(String name, String volume) throws IOException, InterruptedException {
        return create(
                Kinds.ATTACHMENTS,
                "{'metadata': {'name': '" + name + "'}, 'spec': {'attacher': 'DRIVER',"
                        + "'nodeName': 'n1', 'source': {'persistentVolumeName': '" + volume + "'}}}");
    }

    void delete(VolumeAttachment attachment) throws IOException, InterruptedException {
        stage.api().delete(attachment, Kinds.ATTACHMENTS);
    }

    void patch(String attachment, String json) throws IOException, InterruptedException {
        var body = (ObjectNode) Json.read(Objects.json(json).getBytes(StandardCharsets.UTF_8));
        stage.api().patch(Kinds.ATTACHMENTS, "", attachment, Patch.merge(body));
    }

    JsonNode attachment(String name) throws IOException, InterruptedException {
        return stage.get(Kinds.ATTACHMENTS, "", name);
    }

    JsonNode volume(String name) throws IOException, InterruptedException {
        return stage.get(Kinds.VOLUMES, "", name);
    }

    JsonNode awaitAttachment(String name, Predicate<JsonNode> wanted) {
        return await().until(() -> attachment(name), wanted);
    }

    JsonNode awaitAttached(String name) {
        return awaitAttachment(
                name, found -> found.path("status").path("attached").asBoolean());
    }

    void awaitGone(String attachment) {
        await().until(() -> stage.api().find(Kinds.ATTACHMENTS, "", attachment).isEmpty());
    }

    void close() throws Exception {
        for (AutoCloseable closeable : open.reversed()) {
            closeable.close();
        }
        driver.close();
        stage.close();
    }
}
