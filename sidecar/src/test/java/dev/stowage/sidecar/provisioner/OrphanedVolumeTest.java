package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Whatever happens between the driver's volume and its object, in the end there are both or neither.
class OrphanedVolumeTest extends ProvisionerTestCase {

    @Test
    void claimDeletedWhileTheDriverIsAtWorkLeavesNothing() throws Exception {
        firstAnswerWaits();
        RoleContext roleContext = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.delete(claim);
        awaitHeard(roleContext, claim, Optional::isEmpty);
        go.countDown();
        at.awaitNothingLeft(claim);
        assertThat(at.count("CreateVolume")).as("the handle was known").isEqualTo(1);
        assertThat(at.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    @Test
    void claimDeletedAfterAnUncertainAnswerLeavesNothing() throws Exception {
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = at.fakeVolumes.create(request);
            if (go.getCount() > 0) {
                throw FakeDriver.failure(Status.Code.UNAVAILABLE, "call again");
            }
            return made;
        });
        RoleContext roleContext = at.begin("--retry-interval-start=100ms");
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        at.delete(claim);
        awaitHeard(roleContext, claim, Optional::isEmpty);
        go.countDown();
        at.awaitNothingLeft(claim);
    }

    @Test
    void claimDeletedAfterAFinalAnswerNeedsNoMoreAsking() throws Exception {
        at.driver.on("CreateVolume", _ -> {
            throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "full");
        });
        at.begin("--retry-interval-start=1m", "--retry-interval-max=1m");
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> at.events("data").stream().anyMatch(said -> said.contains("full")));
        at.delete(claim);
        at.awaitNothingLeft(claim);
        assertThat(at.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void noteGoesWhenTheVolumeHasItsObject() throws Exception {
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        at.awaitVolume(claim);
        await().until(() -> at.noted().isEmpty());
        assertThat(at.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void claimBoundToAnotherVolumeMeanwhileLeavesNothing() throws Exception {
        firstAnswerWaits();
        RoleContext roleContext = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> !at.fakeVolumes.all().isEmpty());
        var spec = Json.object();
        spec.putObject("spec").put("volumeName", "by-hand");
        at.sidecarFixture.api().patch(Kinds.CLAIMS, "default", "data", Patch.merge(spec));
        awaitHeard(roleContext, claim, found -> found.orElseThrow().volumeName().equals("by-hand"));
        go.countDown();
        await().until(() -> at.fakeVolumes.all().isEmpty());
        await().until(() -> at.noted().isEmpty());
    }

    @Test
    void withoutNotesAVolumeObjectIsMadeForTheDeletedClaimAndReleased() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = at.fakeVolumes.create(request);
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.DEADLINE_EXCEEDED, "slow");
            }
            return made;
        });
        at.begin("--provision-intent=false");
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> calls.get() > 0);
        at.delete(claim);
        String name = at.awaitVolume(claim).meta().name();
        assertThat(at.find(claim)).isEmpty();
        at.phase(name, "Released");
        await().until(() -> at.fakeVolumes.all().isEmpty());
    }

    @Test
    void volumeOfADeletedClaimIsLeftToItsObject() throws Exception {
        at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        at.awaitVolume(claim);
        at.delete(claim);
        await().until(() -> at.find(claim).isEmpty());
        assertThat(at.fakeVolumes.all()).as("the object's release deletes it").hasSize(1);
        assertThat(at.count("DeleteVolume")).isZero();
    }

    @Test
    void volumeIsDeletedWhenItsObjectCannotBeSavedAndItsClaimGoes() throws Exception {
        // The server takes no object without a handle.
        AtomicInteger calls = new AtomicInteger();
        at.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = at.fakeVolumes.create(request);
            return calls.incrementAndGet() > 1
                    ? made
                    : made.toBuilder()
                            .setVolume(made.getVolume().toBuilder().clearVolumeId())
                            .build();
        });
        RoleContext roleContext = at.begin();
        PersistentVolumeClaim claim = at.claim("data");
        await().until(() -> retries(roleContext, "unsavedpvs") > 0);
        assertThat(at.count("CreateVolume"))
                .as("the volume is there; only its object is not")
                .isEqualTo(1);
        at.delete(claim);
        at.awaitNothingLeft(claim);
        assertThat(at.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    /// Until the provisioner has heard of it, too: what is news to it only after the driver's answer may come
    /// too late.
    private static void awaitHeard(
            RoleContext roleContext, PersistentVolumeClaim claim, Predicate<Optional<PersistentVolumeClaim>> news) {
        await().until(() -> roleContext.informers().of(Kinds.CLAIMS).find(claim.key()), news);
    }

    private static double retries(RoleContext roleContext, String queue) {
        return roleContext.metrics().scrape(name -> name.startsWith("workqueue_retries")).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(counter -> counter.getDataPoints().stream())
                .filter(point -> queue.equals(point.getLabels().get("name")))
                .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .sum();
    }
}
