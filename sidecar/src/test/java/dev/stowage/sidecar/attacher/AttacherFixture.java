package dev.stowage.sidecar.attacher;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A running attacher: one node `n1` with the driver's id `id-1`.
final class AttacherFixture {
    static final AttacherOptions OPTIONS = new AttacherOptions(
            Duration.ofMinutes(10),
            Duration.ofMinutes(1),
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(200)),
            10,
            0,
            "",
            Duration.ofMillis(50));

    final SidecarFixture fixture;
    final FakeDriver driver;
    private final List<AutoCloseable> open = new ArrayList<>();

    AttacherFixture(Path folder) throws Exception {
        fixture = new SidecarFixture(folder);
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

    AttachController start() throws Exception {
        return start(OPTIONS);
    }

    AttachController start(AttacherOptions options) throws Exception {
        RoleContext context = fixture.shared(driver);
        AttachController attachController = new AttachController(context, options);
        context.informers().start();
        attachController.start();
        open.add(context.informers());
        open.add(context.driver());
        open.add(attachController);
        return attachController;
    }

    /// Closes the watches of the attachers: their caches do not change any more.
    void closeWatches() {
        open.stream()
                .filter(Informers.class::isInstance)
                .map(Informers.class::cast)
                .forEach(Informers::close);
    }

    <T extends KubeObject> T create(Kind<T> kind, String json) throws IOException, InterruptedException {
        return fixture.create(kind, "", AttachmentObjects.json(json));
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
        fixture.api().delete(attachment, Kinds.ATTACHMENTS);
    }

    void patch(String attachment, String json) throws IOException, InterruptedException {
        var body = (ObjectNode) Json.read(AttachmentObjects.json(json).getBytes(StandardCharsets.UTF_8));
        fixture.api().patch(Kinds.ATTACHMENTS, "", attachment, Patch.merge(body));
    }

    JsonNode attachment(String name) throws IOException, InterruptedException {
        return fixture.get(Kinds.ATTACHMENTS, "", name);
    }

    JsonNode volume(String name) throws IOException, InterruptedException {
        return fixture.get(Kinds.VOLUMES, "", name);
    }

    JsonNode awaitAttachment(String name, Predicate<JsonNode> wanted) {
        return await().until(() -> attachment(name), wanted);
    }

    JsonNode awaitAttached(String name) {
        return awaitAttachment(
                name, found -> found.path("status").path("attached").asBoolean());
    }

    void awaitDeleted(String attachment) {
        await().until(() ->
                fixture.api().find(Kinds.ATTACHMENTS, "", attachment).isEmpty());
    }

    void close() throws Exception {
        for (AutoCloseable closeable : open.reversed()) {
            closeable.close();
        }
        driver.close();
        fixture.close();
    }
}
