package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisionControllerTest {
    private ProvisionerFixture fixture;

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        fixture = new ProvisionerFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
    }

    @Test
    void claimGetsItsVolumeAndTheEventsSayIt() throws Exception {
        fixture.storageClass("");
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        var volume = fixture.awaitVolume(claim);
        assertThat(volume.csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-1"));
        assertThat(volume.claim())
                .isNotNull()
                .satisfies(
                        owner -> assertThat(owner.uid()).isEqualTo(claim.meta().uid()));
        String name = ProvisionerFixture.volumeName(claim);
        await().untilAsserted(() -> assertThat(fixture.events("data"))
                .contains(
                        "Provisioning: External provisioner is provisioning volume for claim \"default/data\"",
                        "ProvisioningSucceeded: Successfully provisioned volume " + name));
    }

    @Test
    void claimIsNotTouched() throws Exception {
        fixture.storageClass("");
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        fixture.awaitVolume(claim);
        assertThat(fixture.find(claim).orElseThrow().meta().resourceVersion())
                .isEqualTo(claim.meta().resourceVersion());
    }

    @Test
    void nothingIsNotedWithoutIntent() throws Exception {
        fixture.storageClass("");
        fixture.begin("--provision-intent=false");
        fixture.awaitVolume(fixture.claim("data"));
        assertThat(fixture.cluster.api().list(Kinds.LEASES, "default").items()).isEmpty();
    }

    @Test
    void releasedVolumeIsDeletedOnceWithItsObject() throws Exception {
        fixture.storageClass("");
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = fixture.awaitVolume(claim).meta().name();
        fixture.phase(name, "Released");
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
        await().until(() -> fixture.volume(name)
                .filter(volume -> volume.meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER))
                .isEmpty());
        assertThat(fixture.count("DeleteVolume")).isEqualTo(1);
    }

    @Test
    void attachedVolumeIsNotDeletedUntilItIsDetached() throws Exception {
        fixture.storageClass("");
        RoleContext context = fixture.begin();
        AtomicBoolean heard = new AtomicBoolean();
        context.informers().of(Kinds.ATTACHMENTS).addEventHandler((_, now) -> heard.set(now != null));
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = fixture.awaitVolume(claim).meta().name();
        var attachment = fixture.cluster.create(Kinds.ATTACHMENTS, "", """
                {"metadata": {"name": "a"}, "spec": {"attacher": "%s", "nodeName": "n1",
                 "source": {"persistentVolumeName": "%s"}}}
                """.formatted(FakeDriver.NAME, name));
        // Only now: the event of an attachment may arrive after that of its volume.
        await().untilTrue(heard);
        fixture.phase(name, "Released");
        await().untilAsserted(() -> assertThat(fixture.events(name))
                .contains("VolumeFailedDelete: persistentvolume " + name + " is still attached to node n1"));
        assertThat(fixture.count("DeleteVolume")).isZero();
        fixture.cluster.api().delete(attachment, Kinds.ATTACHMENTS);
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
    }

    @Test
    void secretsGoToTheDriverForCreationAndDeletion() throws Exception {
        fixture.cluster.create(Kinds.SECRETS, "default", """
                {"metadata": {"name": "s-data"}, "data": {"key": "aHVzaA=="}}""");
        fixture.storageClass("""
                , "parameters": {"csi.storage.k8s.io/provisioner-secret-name": "s-${pvc.name}",
                  "csi.storage.k8s.io/provisioner-secret-namespace": "${pvc.namespace}"}""");
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = fixture.awaitVolume(claim).meta().name();
        fixture.phase(name, "Released");
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
        assertThat(fixture.driver
                        .<CreateVolumeRequest>calls("CreateVolume")
                        .getFirst()
                        .getSecretsMap())
                .containsEntry("key", "hush");
        assertThat(fixture.driver
                        .<DeleteVolumeRequest>calls("DeleteVolume")
                        .getFirst()
                        .getSecretsMap())
                .containsEntry("key", "hush");
    }

    @Test
    void driversAnswerIsRetriedAndReported() throws Exception {
        fixture.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "no disk today");
            }
            return fixture.fakeVolumes.create(request);
        });
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        fixture.awaitVolume(claim);
        assertThat(calls).hasValue(3);
        await().untilAsserted(() -> assertThat(fixture.events("data"))
                .contains("ProvisioningFailed: rpc error: code = Internal desc = no disk today"));
    }

    @Test
    void infeasibleRequestWaitsUntilItsClassIsAnother() throws Exception {
        fixture.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.INVALID_ARGUMENT, "bad type");
            }
            return fixture.fakeVolumes.create(request);
        });
        fixture.begin("--retry-interval-max=10m");
        PersistentVolumeClaim claim = fixture.claim("data");
        await().untilAsserted(() -> assertThat(fixture.events("data"))
                .contains("ProvisioningFailed: Volume provisioning failed with infeasible error. "
                        + "Retries will be delayed. rpc error: code = InvalidArgument desc = bad type"));
        assertThat(calls).hasValue(1);
        var old = fixture.cluster.api().find(Kinds.STORAGE_CLASSES, "", "fast").orElseThrow();
        fixture.cluster.api().delete(old, Kinds.STORAGE_CLASSES);
        fixture.storageClass("");
        fixture.awaitVolume(claim);
    }

    @Test
    void tooSmallVolumeIsDeletedAgainAndReported() throws Exception {
        fixture.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = fixture.fakeVolumes.create(request);
            if (calls.incrementAndGet() > 1) {
                return made;
            }
            return made.toBuilder()
                    .setVolume(made.getVolume().toBuilder().setCapacityBytes(5))
                    .build();
        });
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        assertThat(fixture.awaitVolume(claim).csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-2"));
        assertThat(fixture.count("DeleteVolume")).isEqualTo(1);
        await().untilAsserted(() -> assertThat(fixture.events("data"))
                .contains("ProvisioningFailed: created volume capacity 5 less than requested capacity 1073741824"));
    }

    @Test
    void claimThatWaitsForItsConsumerIsLeftUntilANodeIsSelected() throws Exception {
        fixture.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        fixture.begin();
        fixture.claim("early");
        PersistentVolumeClaim chosen = fixture.claim("late", ", \"" + VolumeAnnotations.SELECTED_NODE + "\": \"n1\"");
        fixture.awaitVolume(chosen);
        assertThat(fixture.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void prefixIsHonouredAlsoWhenTheVolumeIsThereAlready() throws Exception {
        fixture.storageClass("");
        fixture.begin("--volume-name-prefix=vol");
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = "vol-" + claim.meta().uid();
        await().until(() -> fixture.volume(name).isPresent());
        fixture.begin("--volume-name-prefix=vol");
        PersistentVolumeClaim other = fixture.claim("other");
        await().until(() -> fixture.volume("vol-" + other.meta().uid()).isPresent());
        assertThat(fixture.driver.<CreateVolumeRequest>calls("CreateVolume").stream()
                        .filter(request -> request.getName().equals(name)))
                .hasSize(1);
    }

    @Test
    void policyDecidesAboutTheFinalizer() throws Exception {
        fixture.storageClass(", \"reclaimPolicy\": \"Retain\"");
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        String name = fixture.awaitVolume(claim).meta().name();
        await().until(() ->
                !fixture.volume(name).orElseThrow().meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER));
        JsonNode volume = fixture.cluster.get(Kinds.VOLUMES, "", name);
        assertThat(volume.at("/spec/persistentVolumeReclaimPolicy").asText()).isEqualTo("Retain");
        fixture.phase(name, "Released");
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void metricsCountUnderTheKnownNames() throws Exception {
        fixture.storageClass("");
        var context = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        fixture.awaitVolume(claim);
        fixture.phase(ProvisionerFixture.volumeName(claim), "Released");
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
        await().untilAsserted(() -> assertThat(context.metrics().scrape().stream()
                        .map(snapshot -> snapshot.getMetadata().getName()))
                .contains(
                        "controller_persistentvolumeclaim_provision",
                        "controller_persistentvolumeclaim_provision_duration_seconds",
                        "controller_persistentvolume_delete",
                        "controller_persistentvolume_delete_duration_seconds"));
    }
}
