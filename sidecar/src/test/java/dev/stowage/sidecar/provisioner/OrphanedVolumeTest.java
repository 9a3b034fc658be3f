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

/// Whatever happens between the driver's volume and its PersistentVolume, in the end both exist or neither.
class OrphanedVolumeTest extends ProvisionerTestCase {

    @Test
    void claimDeletedWhileTheDriverIsAtWorkLeavesNothing() throws Exception {
        firstAnswerWaits();
        RoleContext context = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.delete(claim);
        awaitObserved(context, claim, Optional::isEmpty);
        go.countDown();
        fixture.awaitNothingLeft(claim);
        assertThat(fixture.count("CreateVolume")).as("the handle was known").isEqualTo(1);
        assertThat(fixture.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    @Test
    void claimDeletedAfterAnUncertainAnswerLeavesNothing() throws Exception {
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = fixture.fakeVolumes.create(request);
            if (go.getCount() > 0) {
                throw FakeDriver.failure(Status.Code.UNAVAILABLE, "call again");
            }
            return made;
        });
        RoleContext context = fixture.begin("--retry-interval-start=100ms");
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        fixture.delete(claim);
        awaitObserved(context, claim, Optional::isEmpty);
        go.countDown();
        fixture.awaitNothingLeft(claim);
    }

    @Test
    void claimDeletedAfterAFinalAnswerNeedsNoMoreAsking() throws Exception {
        fixture.driver.on("CreateVolume", _ -> {
            throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "full");
        });
        fixture.begin("--retry-interval-start=1m", "--retry-interval-max=1m");
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> fixture.events("data").stream().anyMatch(said -> said.contains("full")));
        fixture.delete(claim);
        fixture.awaitNothingLeft(claim);
        assertThat(fixture.count("CreateVolume")).isEqualTo(1);
    }

    @Test
    void noteIsRemovedWhenTheAnswerIsFinal() throws Exception {
        fixture.driver.on("CreateVolume", _ -> {
            throw FakeDriver.failure(Status.Code.RESOURCE_EXHAUSTED, "full");
        });
        fixture.begin("--retry-interval-start=1m", "--retry-interval-max=1m");
        fixture.claim("data");
        await().until(() -> fixture.events("data").stream().anyMatch(said -> said.contains("full")));
        await().until(() -> fixture.noted().isEmpty());
    }

    @Test
    void noteGoesWhenTheVolumeHasItsObject() throws Exception {
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        fixture.awaitVolume(claim);
        await().until(() -> fixture.noted().isEmpty());
        assertThat(fixture.fakeVolumes.all()).hasSize(1);
    }

    @Test
    void claimBoundToAnotherVolumeMeanwhileLeavesNothing() throws Exception {
        firstAnswerWaits();
        RoleContext context = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> !fixture.fakeVolumes.all().isEmpty());
        var spec = Json.object();
        spec.putObject("spec").put("volumeName", "by-hand");
        fixture.cluster.api().patch(Kinds.CLAIMS, "default", "data", Patch.merge(spec));
        awaitObserved(context, claim, found -> found.orElseThrow().volumeName().equals("by-hand"));
        go.countDown();
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
        await().until(() -> fixture.noted().isEmpty());
    }

    @Test
    void withoutNotesAVolumeObjectIsMadeForTheDeletedClaimAndReleased() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = fixture.fakeVolumes.create(request);
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.DEADLINE_EXCEEDED, "slow");
            }
            return made;
        });
        fixture.begin("--provision-intent=false");
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> calls.get() > 0);
        fixture.delete(claim);
        String name = fixture.awaitVolume(claim).meta().name();
        assertThat(fixture.find(claim)).isEmpty();
        fixture.phase(name, "Released");
        await().until(() -> fixture.fakeVolumes.all().isEmpty());
    }

    @Test
    void volumeOfADeletedClaimIsLeftToItsObject() throws Exception {
        fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        fixture.awaitVolume(claim);
        fixture.delete(claim);
        await().until(() -> fixture.find(claim).isEmpty());
        assertThat(fixture.fakeVolumes.all())
                .as("the object's release deletes it")
                .hasSize(1);
        assertThat(fixture.count("DeleteVolume")).isZero();
    }

    @Test
    void volumeIsDeletedWhenItsObjectCannotBeSavedAndItsClaimGoes() throws Exception {
        // The server rejects a PersistentVolume without a handle.
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            var made = fixture.fakeVolumes.create(request);
            return calls.incrementAndGet() > 1
                    ? made
                    : made.toBuilder()
                            .setVolume(made.getVolume().toBuilder().clearVolumeId())
                            .build();
        });
        RoleContext context = fixture.begin();
        PersistentVolumeClaim claim = fixture.claim("data");
        await().until(() -> retries(context, "unsavedpvs") > 0);
        assertThat(fixture.count("CreateVolume"))
                .as("the volume is there; only its object is not")
                .isEqualTo(1);
        fixture.delete(claim);
        fixture.awaitNothingLeft(claim);
        assertThat(fixture.volume(ProvisionerFixture.volumeName(claim))).isEmpty();
    }

    /// Waits until the provisioner's informer has it as well: an event that arrives after the driver's response
    /// may be too late.
    private static void awaitObserved(
            RoleContext context, PersistentVolumeClaim claim, Predicate<Optional<PersistentVolumeClaim>> news) {
        await().until(() -> context.informers().of(Kinds.CLAIMS).find(claim.key()), news);
    }

    private static double retries(RoleContext context, String queue) {
        return context.metrics().scrape(name -> name.startsWith("workqueue_retries")).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(counter -> counter.getDataPoints().stream())
                .filter(point -> queue.equals(point.getLabels().get("name")))
                .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .sum();
    }
}
