package dev.stowage.sidecar.provision.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import dev.stowage.sidecar.stage.FakeDriver;
import dev.stowage.sidecar.stage.Stage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimSourcesTest {
    private static final StorageClass CLASS = Objects.of(Kinds.STORAGE_CLASSES, """
            {"metadata": {"name": "fast"}, "provisioner": "%s"}""".formatted(FakeDriver.NAME), "{}");
    private static final ExponentialBackoff QUICK = new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100));

    @TempDir
    private Path dir;

    private Stage stage;
    private FakeDriver driver;
    private Shared shared;
    private ClaimSources sources;

    @BeforeEach
    void begin() throws Exception {
        stage = new Stage(dir);
        driver = new FakeDriver(dir);
        driver.controller(RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.CLONE_VOLUME, RPC.Type.CREATE_DELETE_SNAPSHOT);
        shared = stage.shared(driver);
        sources = new ClaimSources(shared, 1, Duration.ofMinutes(5), true, QUICK);
        shared.informers().start();
        sources.start();
    }

    @AfterEach
    void end() throws Exception {
        sources.close();
        shared.informers().close();
        driver.close();
        stage.close();
    }

    @Test
    void snapshotIsProtectedUntilTheLastOfItsUsersIsDone() throws Exception {
        var snapshot = stage.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "s"}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""");
        status(Kinds.SNAPSHOTS, "default", "s", """
                {"boundVolumeSnapshotContentName": "c", "readyToUse": true, "restoreSize": "1Gi"}""");
        stage.create(Kinds.SNAPSHOT_CONTENTS, "", """
                {"metadata": {"name": "c"}, "spec": {"driver": "%s", "deletionPolicy": "Delete",
                  "source": {"volumeHandle": "v"},
                  "volumeSnapshotRef": {"namespace": "default", "name": "s", "uid": "%s"}}}""".formatted(
                        FakeDriver.NAME, snapshot.meta().uid()));
        status(Kinds.SNAPSHOT_CONTENTS, "", "c", "{\"snapshotHandle\": \"handle\"}");
        PersistentVolumeClaim first = claim("first", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        PersistentVolumeClaim second = claim("second", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        await().until(() -> shared.informers().of(Kinds.CLAIMS).all().size() == 2);

        var source = sources.of(first).orElseThrow();
        assertThat(source.content(first, CLASS).getSnapshot().getSnapshotId()).isEqualTo("handle");
        assertThat(snapshotFinalizers()).contains(SnapshotRules.PROTECTION);

        source.done(first);
        assertThat(snapshotFinalizers()).contains(SnapshotRules.PROTECTION);
        sources.of(second).orElseThrow().content(second, CLASS);
        bind(first);
        await().until(() -> shared.informers()
                .of(Kinds.CLAIMS)
                .find(first.key())
                .orElseThrow()
                .status()
                .isBound());
        sources.of(second).orElseThrow().done(second);
        assertThat(snapshotFinalizers()).doesNotContain(SnapshotRules.PROTECTION);
    }

    @Test
    void protectionThatNobodyNeedsIsTakenOff() throws Exception {
        PersistentVolumeClaim user = claim("user", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        await().until(() -> !shared.informers().of(Kinds.CLAIMS).all().isEmpty());
        stage.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "s", "finalizers": ["%s"]}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""".formatted(SnapshotRules.PROTECTION));
        stage.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "forgotten", "finalizers": ["a/b", "%s"]}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""".formatted(SnapshotRules.PROTECTION));
        await().untilAsserted(() -> assertThat(stage.get(Kinds.SNAPSHOTS, "default", "forgotten")
                        .path("metadata")
                        .path("finalizers")
                        .toString())
                .isEqualTo("[\"a/b\"]"));
        assertThat(snapshotFinalizers()).contains(SnapshotRules.PROTECTION);
        delete(user);
        await().untilAsserted(() -> assertThat(snapshotFinalizers()).doesNotContain(SnapshotRules.PROTECTION));
    }

    @Test
    void clonedClaimGoesOnceItsCloneIsMade() throws Exception {
        PersistentVolumeClaim old = bind(claim("old", "", "", ""));
        stage.create(
                Kinds.VOLUMES, "", """
                {"metadata": {"name": "pv"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                  "csi": {"driver": "%s", "volumeHandle": "v"},
                  "claimRef": {"namespace": "default", "name": "old", "uid": "%s"}}}""".formatted(FakeDriver.NAME, old.meta().uid()));
        stage.api()
                .patch(
                        Kinds.VOLUMES,
                        "",
                        "pv",
                        Patch.merge(tree("{\"status\": {\"phase\": \"Bound\"}}"))
                                .status());
        PersistentVolumeClaim copy = claim("copy", "", "PersistentVolumeClaim", "old");
        await().until(() -> shared.informers()
                .of(Kinds.VOLUMES)
                .find("pv")
                .filter(volume -> volume.phase().equals("Bound"))
                .isPresent());
        await().until(() -> shared.informers().of(Kinds.CLAIMS).find(copy.key()).isPresent());

        var source = sources.of(copy).orElseThrow();
        assertThat(source.content(copy, CLASS).getVolume().getVolumeId()).isEqualTo("v");
        source.done(copy);
        delete(old);
        await().until(() ->
                shared.informers().of(Kinds.CLAIMS).find(old.key()).orElseThrow().isBeingDeleted());
        assertThat(stage.get(Kinds.CLAIMS, "default", "old")
                        .path("metadata")
                        .path("finalizers")
                        .toString())
                .contains(CloneRules.PROTECTION);
        assertThatThrownBy(() -> source.content(copy, CLASS))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.state()).isEqualTo(State.NO_CHANGE))
                .hasMessage("error getting handle for DataSource Type PersistentVolumeClaim by Name old: the PVC"
                        + " DataSource old is currently being deleted");

        bind(copy);
        await().until(() -> stage.api().find(Kinds.CLAIMS, "default", "old").isEmpty());
    }

    @Test
    void absentSnapshotIsRefusedForNow() throws Exception {
        PersistentVolumeClaim claim = claim("new", "snapshot.storage.k8s.io", "VolumeSnapshot", "nowhere");
        assertThatThrownBy(() -> sources.of(claim).orElseThrow().content(claim, CLASS))
                .hasMessage("error getting handle for DataSource Type VolumeSnapshot by Name nowhere: error getting"
                        + " snapshot nowhere from api server: volumesnapshots.snapshot.storage.k8s.io \"nowhere\" not"
                        + " found");
    }

    @Test
    void claimForAPopulatorIsLeftAloneWithAnEvent() throws Exception {
        PersistentVolumeClaim claim = claim("new", "x.example.com", "Image", "i");
        assertThatThrownBy(() -> sources.of(claim))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.state()).isEqualTo(State.IGNORED));
    }

    private PersistentVolumeClaim claim(String name, String group, String kind, String source) throws Exception {
        return stage.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast",
                  "resources": {"requests": {"storage": "1Gi"}}%s}}""".formatted(
                name, kind.isEmpty() ? "" : """
                        , "dataSourceRef": {"apiGroup": %s, "kind": "%s", "name": "%s"}""".formatted(group.isEmpty() ? "null" : '"' + group + '"', kind, source)));
    }

    private PersistentVolumeClaim bind(PersistentVolumeClaim claim) throws Exception {
        stage.api()
                .patch(
                        Kinds.CLAIMS,
                        "default",
                        claim.meta().name(),
                        Patch.merge(tree("{\"spec\": {\"volumeName\": \"pv\"}}")));
        return status(Kinds.CLAIMS, "default", claim.meta().name(), "{\"phase\": \"Bound\"}");
    }

    private <T extends KubeObject> T status(Kind<T> kind, String namespace, String name, String status)
            throws Exception {
        return stage.api()
                .patch(
                        kind,
                        namespace,
                        name,
                        Patch.merge(tree("{\"status\": " + status + "}")).status());
    }

    /// As the controller that protects claims in use does it: its finalizer goes when no pod uses the claim.
    private void delete(PersistentVolumeClaim claim) throws Exception {
        PersistentVolumeClaim now =
                stage.api().find(Kinds.CLAIMS, "default", claim.meta().name()).orElseThrow();
        stage.api().delete(now, Kinds.CLAIMS);
        stage.api()
                .patch(
                        Kinds.CLAIMS,
                        "default",
                        now.meta().name(),
                        Patch.removeFinalizer(now, "kubernetes.io/pvc-protection"));
    }

    private String snapshotFinalizers() throws Exception {
        return stage.get(Kinds.SNAPSHOTS, "default", "s")
                .path("metadata")
                .path("finalizers")
                .toString();
    }

    private static ObjectNode tree(String json) throws Exception {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
