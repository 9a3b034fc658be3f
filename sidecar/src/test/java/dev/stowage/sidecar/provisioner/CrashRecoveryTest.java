package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournal;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournalTest;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A process that is killed after the driver created a volume and before the PersistentVolume exists leaves a
/// journal entry: the next one creates the object or deletes the volume.
class CrashRecoveryTest extends ProvisionerTestCase {

    @Test
    void killedBetweenVolumeAndObjectTheNextOneMakesTheObjectOnce() throws Exception {
        firstAnswerWaits();
        RoleContext first = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.kill(first);
        fixture.begin();
        assertThat(fixture.awaitVolume(claim).csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-1"));
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void killedBetweenVolumeAndObjectAndTheClaimDeletedMeanwhileTheNextOneDeletesTheVolume() throws Exception {
        firstAnswerWaits();
        RoleContext first = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.kill(first);
        fixture.delete(claim);
        assertThat(fixture.find(claim)).isEmpty();
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
        fixture.begin();
        fixture.awaitNothingLeft(claim);
        assertThat(fixture.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    @Test
    void killedWhileTheDriverHasNotMadeItTheNextOneLeavesNothing() throws Exception {
        fixture.driver.on("CreateVolume", _ -> {
            ProvisionerFixture.waitFor(go);
            throw FakeDriver.failure(Status.Code.CANCELLED, "the end");
        });
        RoleContext first = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> fixture.count("CreateVolume") > 0);
        fixture.kill(first);
        fixture.delete(claim);
        fixture.driver.on("CreateVolume", fixture.fakeVolumes::create);
        fixture.begin();
        fixture.awaitNothingLeft(claim);
    }

    @Test
    void deletionOfTheUnwantedVolumeIsRetriedUntilItSucceeds() throws Exception {
        firstAnswerWaits();
        AtomicInteger deletions = new AtomicInteger();
        fixture.driver.<DeleteVolumeRequest>on("DeleteVolume", request -> {
            if (deletions.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "busy");
            }
            return fixture.fakeVolumes.delete(request);
        });
        RoleContext first = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.kill(first);
        fixture.delete(claim);
        fixture.begin();
        fixture.awaitNothingLeft(claim);
        assertThat(deletions).hasValue(3);
    }

    @Test
    void volumeThatTheDriverDoesNotShowIsNotForgotten() throws Exception {
        firstAnswerWaits();
        RoleContext first = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.kill(first);
        fixture.delete(claim);
        fixture.driver.on("CreateVolume", _ -> {
            throw FakeDriver.failure(Status.Code.ALREADY_EXISTS, "with other parameters");
        });
        fixture.begin();
        await().until(() -> fixture.events("data").stream().anyMatch(said -> said.contains("with other parameters")));
        assertThat(fixture.noted()).contains(claim.meta().uid());
        fixture.driver.on("CreateVolume", fixture.fakeVolumes::create);
        fixture.awaitNothingLeft(claim);
    }

    @Test
    void noteThatWasNotStruckDoesNoHarmWhenTheVolumeHasItsObject() throws Exception {
        PersistentVolumeClaim claim = fixture.claim("data");
        RoleContext first = fixture.begin();
        fixture.awaitVolume(claim);
        fixture.kill(first);
        new ProvisioningJournal(fixture.cluster.api(), "default", ProvisioningJournalTest.OWNER, _ -> {})
                .add(claim, Set.of());
        fixture.begin();
        await().until(() -> fixture.noted().isEmpty());
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
        assertThat(fixture.count("CreateVolume")).isEqualTo(1);
        assertThat(fixture.count("DeleteVolume")).isZero();
    }
}
