package dev.stowage.sidecar.provisioner.datasource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverDataSourcesTest {
    private static final StorageClass CLASS =
            DataSourceObjects.of(Kinds.STORAGE_CLASSES, """
            {"metadata": {"name": "fast"}, "provisioner": "%s"}""".formatted(FakeDriver.NAME), "{}");
    private static final ExponentialBackoff QUICK =
            new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100));

    @TempDir
    private Path dir;

    private SidecarFixture fixture;
    private FakeDriver driver;
    private RoleContext context;
    private DriverDataSources sources;

    @BeforeEach
    void begin() throws Exception {
        fixture = new SidecarFixture(dir);
        driver = new FakeDriver(dir);
        driver.controller(RPC.Type.CREATE_DELETE_VOLUME, RPC.Type.CLONE_VOLUME, RPC.Type.CREATE_DELETE_SNAPSHOT);
        context = fixture.shared(driver);
        sources = new DriverDataSources(context, 1, Duration.ofMinutes(5), true, QUICK);
        context.informers().start();
        sources.start();
    }

    @AfterEach
    void end() throws Exception {
        sources.close();
        context.informers().close();
        driver.close();
        fixture.close();
    }

    @Test
    void snapshotIsProtectedUntilTheLastOfItsUsersIsDone() throws Exception {
        var snapshot = fixture.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "s"}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""");
        status(Kinds.SNAPSHOTS, "default", "s", """
                {"boundVolumeSnapshotContentName": "c", "readyToUse": true, "restoreSize": "1Gi"}""");
        fixture.create(Kinds.SNAPSHOT_CONTENTS, "", """
                {"metadata": {"name": "c"}, "spec": {"driver": "%s", "deletionPolicy": "Delete",
                  "source": {"volumeHandle": "v"},
                  "volumeSnapshotRef": {"namespace": "default", "name": "s", "uid": "%s"}}}""".formatted(
                        FakeDriver.NAME, snapshot.meta().uid()));
        status(Kinds.SNAPSHOT_CONTENTS, "", "c", "{\"snapshotHandle\": \"handle\"}");
        PersistentVolumeClaim first = claim("first", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        PersistentVolumeClaim second = claim("second", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        await().until(() -> context.informers().of(Kinds.CLAIMS).all().size() == 2);

        var contentSource = sources.of(first).orElseThrow();
        assertThat(contentSource.content(first, CLASS).getSnapshot().getSnapshotId())
                .isEqualTo("handle");
        assertThat(snapshotFinalizers()).contains(SnapshotValidation.PROTECTION);

        contentSource.release(first);
        assertThat(snapshotFinalizers()).contains(SnapshotValidation.PROTECTION);
        sources.of(second).orElseThrow().content(second, CLASS);
        bind(first);
        await().until(() -> context.informers()
                .of(Kinds.CLAIMS)
                .find(first.key())
                .orElseThrow()
                .status()
                .isBound());
        sources.of(second).orElseThrow().release(second);
        assertThat(snapshotFinalizers()).doesNotContain(SnapshotValidation.PROTECTION);
    }

    @Test
    void protectionThatIsNotNeededIsRemoved() throws Exception {
        PersistentVolumeClaim user = claim("user", "snapshot.storage.k8s.io", "VolumeSnapshot", "s");
        await().until(() -> !context.informers().of(Kinds.CLAIMS).all().isEmpty());
        fixture.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "s", "finalizers": ["%s"]}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""".formatted(SnapshotValidation.PROTECTION));
        fixture.create(Kinds.SNAPSHOTS, "default", """
                {"metadata": {"name": "forgotten", "finalizers": ["a/b", "%s"]}, "spec": {"source": {"persistentVolumeClaimName": "x"}}}""".formatted(SnapshotValidation.PROTECTION));
        await().untilAsserted(() -> assertThat(fixture.get(Kinds.SNAPSHOTS, "default", "forgotten")
                        .path("metadata")
                        .path("finalizers")
                        .toString())
                .isEqualTo("[\"a/b\"]"));
        assertThat(snapshotFinalizers()).contains(SnapshotValidation.PROTECTION);
        delete(user);
        await().untilAsserted(() -> assertThat(snapshotFinalizers()).doesNotContain(SnapshotValidation.PROTECTION));
    }

    @Test
    void clonedClaimGoesOnceItsCloneIsMade() throws Exception {
        PersistentVolumeClaim old = bind(claim("old", "", "", ""));
        fixture.create(
                Kinds.VOLUMES, "", """
                {"metadata": {"name": "pv"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                  "csi": {"driver": "%s", "volumeHandle": "v"},
                  "claimRef": {"namespace": "default", "name": "old", "uid": "%s"}}}""".formatted(FakeDriver.NAME, old.meta().uid()));
        fixture.api()
                .patch(
                        Kinds.VOLUMES,
                        "",
                        "pv",
                        Patch.merge(tree("{\"status\": {\"phase\": \"Bound\"}}"))
                                .status());
        PersistentVolumeClaim copy = claim("copy", "", "PersistentVolumeClaim", "old");
        await().until(() -> context.informers()
                .of(Kinds.VOLUMES)
                .find("pv")
                .filter(volume -> volume.phase().equals("Bound"))
                .isPresent());
        await().until(() ->
                context.informers().of(Kinds.CLAIMS).find(copy.key()).isPresent());

        var contentSource = sources.of(copy).orElseThrow();
        assertThat(contentSource.content(copy, CLASS).getVolume().getVolumeId()).isEqualTo("v");
        contentSource.release(copy);
        delete(old);
        await().until(() -> context.informers()
                .of(Kinds.CLAIMS)
                .find(old.key())
                .orElseThrow()
                .isBeingDeleted());
        assertThat(fixture.get(Kinds.CLAIMS, "default", "old")
                        .path("metadata")
                        .path("finalizers")
                        .toString())
                .contains(CloneValidation.PROTECTION);
        assertThatThrownBy(() -> contentSource.content(copy, CLASS))
                .isInstanceOfSatisfying(
                        ProvisioningException.class,
                        provisioningException -> assertThat(provisioningException.provisioningState())
                                .isEqualTo(ProvisioningState.NO_CHANGE))
                .hasMessage("error getting handle for DataSource Type PersistentVolumeClaim by Name old: the PVC"
                        + " DataSource old is currently being deleted");

        bind(copy);
        await().until(() -> fixture.api().find(Kinds.CLAIMS, "default", "old").isEmpty());
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
                        ProvisioningException.class,
                        provisioningException -> assertThat(provisioningException.provisioningState())
                                .isEqualTo(ProvisioningState.IGNORED));
    }

    private PersistentVolumeClaim claim(String name, String group, String kind, String source) throws Exception {
        return fixture.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "fast",
                  "resources": {"requests": {"storage": "1Gi"}}%s}}""".formatted(
                name, kind.isEmpty() ? "" : """
                        , "dataSourceRef": {"apiGroup": %s, "kind": "%s", "name": "%s"}""".formatted(group.isEmpty() ? "null" : '"' + group + '"', kind, source)));
    }

    private PersistentVolumeClaim bind(PersistentVolumeClaim claim) throws Exception {
        fixture.api()
                .patch(
                        Kinds.CLAIMS,
                        "default",
                        claim.meta().name(),
                        Patch.merge(tree("{\"spec\": {\"volumeName\": \"pv\"}}")));
        return status(Kinds.CLAIMS, "default", claim.meta().name(), "{\"phase\": \"Bound\"}");
    }

    private <T extends KubeObject> T status(Kind<T> kind, String namespace, String name, String status)
            throws Exception {
        return fixture.api()
                .patch(
                        kind,
                        namespace,
                        name,
                        Patch.merge(tree("{\"status\": " + status + "}")).status());
    }

    /// Like the claim protection controller: removes its finalizer when no pod uses the claim.
    private void delete(PersistentVolumeClaim claim) throws Exception {
        PersistentVolumeClaim now =
                fixture.api().find(Kinds.CLAIMS, "default", claim.meta().name()).orElseThrow();
        fixture.api().delete(now, Kinds.CLAIMS);
        fixture.api()
                .patch(
                        Kinds.CLAIMS,
                        "default",
                        now.meta().name(),
                        Patch.removeFinalizer(now, "kubernetes.io/pvc-protection"));
    }

    private String snapshotFinalizers() throws Exception {
        return fixture.get(Kinds.SNAPSHOTS, "default", "s")
                .path("metadata")
                .path("finalizers")
                .toString();
    }

    private static ObjectNode tree(String json) throws Exception {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
