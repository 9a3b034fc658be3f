package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournal;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournalTest;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// A watch that is silent leaves the cache as it was. What the server has decides what is destroyed.
class StaleCacheTest extends ProvisionerTestCase {

    @FunctionalInterface
    private interface Change {
        void make() throws Exception;
    }

    /// The driver refuses the first deletion. From that moment on the watches are silent, and then something
    /// changes.
    private void firstDeletionFails(RoleContext context, Change change) {
        AtomicBoolean first = new AtomicBoolean(true);
        fixture.driver.<DeleteVolumeRequest>on("DeleteVolume", request -> {
            if (!first.getAndSet(false)) {
                return fixture.fakeVolumes.delete(request);
            }
            context.informers().close();
            try {
                change.make();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            throw FakeDriver.failure(Status.Code.FAILED_PRECONDITION, "in use");
        });
    }

    /// Waits until the cache has this. Its watches are closed, so the volume was read before the second call.
    private static void awaitRead(RoleContext context, String name, Predicate<PersistentVolume> state) {
        await().until(() ->
                context.informers().of(Kinds.VOLUMES).find(name).filter(state).isPresent());
    }

    private void patchVolume(String name, String json) throws Exception {
        ObjectNode body = (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        fixture.cluster.api().patch(Kinds.VOLUMES, "", name, Patch.merge(body));
    }

    @Test
    void volumeThatIsRetainedNowIsNotDeleted() throws Exception {
        RoleContext context = fixture.begin();
        String name = fixture.awaitVolume(fixture.claim("data")).meta().name();
        firstDeletionFails(
                context, () -> patchVolume(name, "{\"spec\": {\"persistentVolumeReclaimPolicy\": \"Retain\"}}"));
        fixture.phase(name, "Released");
        awaitRead(context, name, volume -> volume.reclaimPolicy().equals("Retain"));
        await().until(() -> fixture.volume(name)
                .filter(volume -> !volume.meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER))
                .isPresent());
        assertThat(fixture.count("DeleteVolume")).isEqualTo(1);
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void volumeThatHasAnotherClaimNowIsNotDeleted() throws Exception {
        RoleContext context = fixture.begin();
        String name = fixture.awaitVolume(fixture.claim("data")).meta().name();
        firstDeletionFails(context, () -> {
            patchVolume(name, "{\"spec\": {\"claimRef\": null}}");
            fixture.phase(name, "Available");
        });
        fixture.phase(name, "Released");
        awaitRead(context, name, volume -> volume.phase().equals("Available"));
        assertThat(fixture.volume(name)).isPresent();
        assertThat(fixture.count("DeleteVolume")).isEqualTo(1);
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void claimThatTheCacheLacksKeepsItsVolume() throws Exception {
        RoleContext context = fixture.prepareStale();
        PersistentVolumeClaim claim = fixture.claim("data");
        leftBehind(claim);
        fixture.begin(context);
        fixture.awaitVolume(claim);
        assertThat(fixture.count("DeleteVolume")).isZero();
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void persistentVolumeThatTheCacheLacksKeepsItsVolume() throws Exception {
        RoleContext context = fixture.prepareStale();
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = ProvisionerFixture.volumeName(claim);
        leftBehind(claim);
        fixture.cluster.create(
                Kinds.VOLUMES, "", """
                {"metadata": {"name": "%s"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                 "persistentVolumeReclaimPolicy": "Retain", "storageClassName": "fast",
                 "claimRef": {"namespace": "default", "name": "data", "uid": "%s"},
                 "csi": {"driver": "%s", "volumeHandle": "vol-1"}}}
                """.formatted(name, claim.meta().uid(), FakeDriver.NAME));
        fixture.delete(claim);
        fixture.begin(context);
        await().until(() -> fixture.noted().isEmpty());
        assertThat(fixture.count("DeleteVolume")).isZero();
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    /// An earlier process created the volume of a claim, and left no more than a note.
    private void leftBehind(PersistentVolumeClaim claim) throws Exception {
        var _ = fixture.fakeVolumes.create(CreateVolumeRequest.newBuilder()
                .setName(ProvisionerFixture.volumeName(claim))
                .build());
        new ProvisioningJournal(fixture.cluster.api(), "default", ProvisioningJournalTest.OWNER, _ -> {})
                .add(claim, Set.of());
    }
}
