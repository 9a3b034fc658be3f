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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A process that is killed between the driver's volume and its object leaves a note: the next one makes the
/// object, or
/// deletes the volume.
class CrashRecoveryTest extends ProvisionerTestCase {

    @Test
    void killedBetweenVolumeAndObjectTheNextOneMakesTheObjectOnce() throws Exception {
        firstAnswerWaits();
        RoleContext first = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.kill(first);
        at.begin();
        assertThat(at.awaitVolume(claim).csi())
                .isNotNull()
                .satisfies(csi -> assertThat(csi.handle()).isEqualTo("vol-1"));
        assertThat(at.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void killedBetweenVolumeAndObjectAndTheClaimDeletedMeanwhileTheNextOneDeletesTheVolume() throws Exception {
        firstAnswerWaits();
        RoleContext first = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.kill(first);
        at.delete(claim);
        assertThat(at.find(claim)).isEmpty();
        assertThat(at.fakeVolumes.all()).hasSize(1);
        at.begin();
        at.awaitNothingLeft(claim);
        assertThat(at.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    @Test
    void killedWhileTheDriverHasNotMadeItTheNextOneLeavesNothing() throws Exception {
        at.driver.on("CreateVolume", _ -> {
            ProvisionerFixture.waitFor(go);
            throw FakeDriver.failure(Status.Code.CANCELLED, "the end");
        });
        RoleContext first = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> at.count("CreateVolume") > 0);
        at.kill(first);
        at.delete(claim);
        at.driver.on("CreateVolume", at.fakeVolumes::create);
        at.begin();
        at.awaitNothingLeft(claim);
    }

    @Test
    void deletionOfTheUnwantedVolumeIsRetriedUntilItSucceeds() throws Exception {
        firstAnswerWaits();
        AtomicInteger deletions = new AtomicInteger();
        at.driver.<DeleteVolumeRequest>on("DeleteVolume", request -> {
            if (deletions.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.INTERNAL, "busy");
            }
            return at.fakeVolumes.delete(request);
        });
        RoleContext first = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.kill(first);
        at.delete(claim);
        at.begin();
        at.awaitNothingLeft(claim);
        assertThat(deletions).hasValue(3);
    }

    @Test
    void volumeThatTheDriverDoesNotShowIsNotForgotten() throws Exception {
        firstAnswerWaits();
        RoleContext first = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.kill(first);
        at.delete(claim);
        at.driver.on("CreateVolume", _ -> {
            throw FakeDriver.failure(Status.Code.ALREADY_EXISTS, "with other parameters");
        });
        at.begin();
        await().until(() -> at.events("data").stream().anyMatch(said -> said.contains("with other parameters")));
        assertThat(at.noted()).contains(claim.meta().uid());
        at.driver.on("CreateVolume", at.fakeVolumes::create);
        at.awaitNothingLeft(claim);
    }

    @Test
    void noteThatWasNotStruckDoesNoHarmWhenTheVolumeHasItsObject() throws Exception {
        PersistentVolumeClaim claim = at.claim("data");
        RoleContext first = at.begin();
        at.awaitVolume(claim);
        at.kill(first);
        new ProvisioningJournal(at.sidecarFixture.api(), "default", ProvisioningJournalTest.NAME, _ -> {}).add(claim);
        at.begin();
        await().until(() -> at.noted().isEmpty());
        assertThat(at.fakeVolumes.all()).hasSize(1);
        assertThat(at.count("CreateVolume")).isEqualTo(1);
        assertThat(at.count("DeleteVolume")).isZero();
    }
}
