package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournalTest;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
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
    private ProvisionerFixture at;

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        at = new ProvisionerFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        at.close();
    }

    @Test
    void claimGetsItsVolumeAndTheEventsSayIt() throws Exception {
        at.storageClass("");
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        var volume = at.awaitVolume(claim);
        assertThat(volume.csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-1"));
        assertThat(volume.claim())
                .isNotNull()
                .satisfies(
                        owner -> assertThat(owner.uid()).isEqualTo(claim.meta().uid()));
        String name = ProvisionerFixture.volumeName(claim);
        await().untilAsserted(() -> assertThat(at.events("data"))
                .contains(
                        "Provisioning: External provisioner is provisioning volume for claim \"default/data\"",
                        "ProvisioningSucceeded: Successfully provisioned volume " + name));
    }

    @Test
    void claimIsNotTouched() throws Exception {
        at.storageClass("");
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        at.awaitVolume(claim);
        assertThat(at.find(claim).orElseThrow().meta().resourceVersion())
                .isEqualTo(claim.meta().resourceVersion());
    }

    @Test
    void nothingIsNotedWithoutIntent() throws Exception {
        at.storageClass("");
        at.begin("--provision-intent=false");
        at.awaitVolume(at.claim("data"));
        assertThat(at.sidecarFixture.api().find(Kinds.LEASES, "default", ProvisioningJournalTest.NAME))
                .isEmpty();
    }

    @Test
    void releasedVolumeIsDeletedOnceWithItsObject() throws Exception {
        at.storageClass("");
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        String name = at.awaitVolume(claim).meta().name();
        at.phase(name, "Released");
        await().until(() -> at.fakeVolumes.all().isEmpty());
        await().until(() -> at.volume(name)
                .filter(volume -> volume.meta().hasFinalizer(ProvisionerAnnotations.VOLUME_FINALIZER))
                .isEmpty());
        assertThat(at.count("DeleteVolume")).isEqualTo(1);
    }

    @Test
    void attachedVolumeIsNotDeletedUntilItIsDetached() throws Exception {
        at.storageClass("");
        RoleContext roleContext = at.begin();
        AtomicBoolean heard = new AtomicBoolean();
        roleContext.informers().of(Kinds.ATTACHMENTS).addEventHandler((_, now) -> heard.set(now != null));
        PersistentVolumeClaim claim = at.claim("data");
        String name = at.awaitVolume(claim).meta().name();
        var attachment = at.sidecarFixture.create(Kinds.ATTACHMENTS, "", """
                {"metadata": {"name": "a"}, "spec": {"attacher": "%s", "nodeName": "n1",
                 "source": {"persistentVolumeName": "%s"}}}
                """.formatted(FakeDriver.NAME, name));
        // Only now: news of an attachment may come after news of its volume.
        await().untilTrue(heard);
        at.phase(name, "Released");
        await().untilAsserted(() -> assertThat(at.events(name))
                .contains("VolumeFailedDelete: persistentvolume " + name + " is still attached to node n1"));
        assertThat(at.count("DeleteVolume")).isZero();
        at.sidecarFixture.api().delete(attachment, Kinds.ATTACHMENTS);
        await().until(() -> at.fakeVolumes.all().isEmpty());
    }

    @Test
    void secretsGoToTheDriverForCreationAndDeletion() throws Exception {
        at.sidecarFixture.create(Kinds.SECRETS, "default", """
                {"metadata": {"name": "s-data"}, "data": {"key": "aHVzaA=="}}""");
        at.storageClass("""
                , "parameters": {"csi.storage.k8s.io/provisioner-secret-name": "s-${pvc.name}",
                  "csi.storage.k8s.io/provisioner-secret-namespace": "${pvc.namespace}"}""");
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        String name = at.awaitVolume(claim).meta().name();
        at.phase(name, "Released");
        await().until(() -> at.fakeVolumes.all().isEmpty());
        assertThat(at.driver
                        .<CreateVolumeRequest>calls("CreateVolume")
                        .getFirst()
                        .getSecretsMap())
                .containsEntry("key", "hush");
        assertThat(at.driver
                        .<DeleteVolumeRequest>calls("DeleteVolume")
                        .getFirst()
                        .getSecretsMap())
                .containsEntry("key", "hush");
    }

    @Test
    void driversAnswerIsRetriedAndReported() throws Exception {
        at.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "no disk today");
            }
            return at.fakeVolumes.create(request);
        });
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        at.awaitVolume(claim);
        assertThat(calls).hasValue(3);
        await().untilAsserted(() -> assertThat(at.events("data"))
                .contains("ProvisioningFailed: rpc error: code = Internal desc = no disk today"));
    }

    @Test
    void infeasibleRequestWaitsUntilItsClassIsAnother() throws Exception {
        at.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            if (calls.incrementAndGet() == 1) {
                throw FakeDriver.failure(Status.Code.INVALID_ARGUMENT, "bad type");
            }
            return at.fakeVolumes.create(request);
        });
        at.begin("--retry-interval-max=10m");
        PersistentVolumeClaim claim = at.claim("data");
        await().untilAsserted(() -> assertThat(at.events("data"))
                .contains("ProvisioningFailed: Volume provisioning failed with infeasible error. "
                        + "Retries will be delayed. rpc error: code = InvalidArgument desc = bad type"));
        assertThat(calls).hasValue(1);
        var old =
                at.sidecarFixture.api().find(Kinds.STORAGE_CLASSES, "", "fast").orElseThrow();
        at.sidecarFixture.api().delete(old, Kinds.STORAGE_CLASSES);
        at.storageClass("");
        at.awaitVolume(claim);
    }

    @Test
    void tooSmallVolumeIsDeletedAgainAndReported() throws Exception {
        at.storageClass("");
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = at.fakeVolumes.create(request);
            if (calls.incrementAndGet() > 1) {
                return made;
            }
            return made.toBuilder()
                    .setVolume(made.getVolume().toBuilder().setCapacityBytes(5))
                    .build();
        });
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        assertThat(at.awaitVolume(claim).csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-2"));
        assertThat(at.count("DeleteVolume")).isEqualTo(1);
        await().untilAsserted(() -> assertThat(at.events("data"))
                .contains("ProvisioningFailed: created volume capacity 5 less than requested capacity 1073741824"));
    }

    @Test
    void claimThatWaitsForItsConsumerIsLeftUntilANodeIsSelected() throws Exception {
        at.storageClass(", \"volumeBindingMode\": \"WaitForFirstConsumer\"");
        at.begin();
        at.claim("early");
        PersistentVolumeClaim chosen = at.claim("late", ", \"" + ProvisionerAnnotations.SELECTED_NODE + "\": \"n1\"");
        at.awaitVolume(chosen);
        assertThat(at.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void prefixIsHonouredAlsoWhenTheVolumeIsThereAlready() throws Exception {
        at.storageClass("");
        at.begin("--volume-name-prefix=vol");
        PersistentVolumeClaim claim = at.claim("data");
        String name = "vol-" + claim.meta().uid();
        await().until(() -> at.volume(name).isPresent());
        at.begin("--volume-name-prefix=vol");
        PersistentVolumeClaim other = at.claim("other");
        await().until(() -> at.volume("vol-" + other.meta().uid()).isPresent());
        assertThat(at.driver.<CreateVolumeRequest>calls("CreateVolume").stream()
                        .filter(request -> request.getName().equals(name)))
                .hasSize(1);
    }

    @Test
    void policyDecidesAboutTheFinalizer() throws Exception {
        at.storageClass(", \"reclaimPolicy\": \"Retain\"");
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        String name = at.awaitVolume(claim).meta().name();
        await().until(() ->
                !at.volume(name).orElseThrow().meta().hasFinalizer(ProvisionerAnnotations.VOLUME_FINALIZER));
        JsonNode volume = at.sidecarFixture.get(Kinds.VOLUMES, "", name);
        assertThat(volume.at("/spec/persistentVolumeReclaimPolicy").asText()).isEqualTo("Retain");
        at.phase(name, "Released");
        assertThat(at.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void metricsCountUnderTheKnownNames() throws Exception {
        at.storageClass("");
        var roleContext = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        at.awaitVolume(claim);
        at.phase(ProvisionerFixture.volumeName(claim), "Released");
        await().until(() -> at.fakeVolumes.all().isEmpty());
        await().untilAsserted(() -> assertThat(roleContext.metrics().scrape().stream()
                        .map(snapshot -> snapshot.getMetadata().getName()))
                .contains(
                        "controller_persistentvolumeclaim_provision",
                        "controller_persistentvolumeclaim_provision_duration_seconds",
                        "controller_persistentvolume_delete",
                        "controller_persistentvolume_delete_duration_seconds"));
    }
}
