package dev.stowage.control.binder;

import static dev.stowage.control.binder.BinderFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinderControllerTest {
    private BinderFixture fixture;

    @BeforeEach
    void begin(@TempDir Path folder) throws IOException, InterruptedException {
        fixture = new BinderFixture(folder).begin();
    }

    @AfterEach
    void end() throws IOException {
        fixture.close();
    }

    @Test
    void claimWaitsForAVolumeAndIsToldOnce() throws Exception {
        fixture.claim("a", "1Gi", "");
        soon().untilAsserted(() -> assertThat(fixture.events("a")).containsExactly("FailedBinding"));
        PersistentVolumeClaim touched = fixture.controllerFixture()
                .change(Kinds.CLAIMS, "default", "a", "{\"metadata\": {\"labels\": {\"touched\": \"yes\"}}}");
        // A binder that has not received that event yet gets a conflict, as it should.
        soon().until(() -> fixture.controllerFixture().hasSeen(Kinds.CLAIMS, touched));
        fixture.volume("small", "500Mi", "");
        soon().until(() -> fixture.volume("small").phase().equals("Available"));
        fixture.volume("v", "2Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());

        assertThat(fixture.claim("a").volumeName()).isEqualTo("v");
        assertThat(fixture.claim("a").status().capacity()).hasToString("2Gi");
        assertThat(fixture.volume("v").phase()).isEqualTo("Bound");
        assertThat(fixture.events("a")).containsExactly("FailedBinding");
        assertThat(fixture.conflicts()).isZero();
    }

    @Test
    void delayedBindingGoesThroughTheSchedulerAndTheProvisioner() throws Exception {
        fixture.storageClass("later", "driver.example.com", "WaitForFirstConsumer");
        PersistentVolumeClaim made = fixture.claim("a", "1Gi", ", \"storageClassName\": \"later\"");
        soon().until(() -> fixture.events("a").contains("WaitForFirstConsumer"));
        fixture.controllerFixture().create(Kinds.PODS, "default", """
                {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}],
                 "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "a"}}]}}""");
        soon().until(() -> fixture.events("a").contains("WaitForPodScheduled"));
        fixture.controllerFixture().change(Kinds.CLAIMS, "default", "a", """
                {"metadata": {"annotations": {"volume.kubernetes.io/selected-node": "n1"}}}""");
        soon().until(() -> fixture.claim("a")
                .meta()
                .annotation(VolumeAnnotations.STORAGE_PROVISIONER)
                .equals("driver.example.com"));
        assertThat(fixture.claim("a").meta().annotation(VolumeAnnotations.BETA_STORAGE_PROVISIONER))
                .isEqualTo("driver.example.com");
        soon().until(() -> fixture.events("a").contains("ExternalProvisioning"));

        int before = fixture.writes();
        fixture.volume("pvc-1", "1Gi", """
                , "storageClassName": "later", "persistentVolumeReclaimPolicy": "Delete",
                "claimRef": {"namespace": "default", "name": "a", "uid": "%s"}""".formatted(made.meta().uid()));
        soon().until(() -> fixture.claim("a").status().isBound());
        assertThat(fixture.volume("pvc-1").phase()).isEqualTo("Bound");
        assertThat(fixture.writes() - before).isEqualTo(3);
        assertThat(fixture.conflicts()).isZero();
        soon().until(() -> fixture.figure("volume_operation_total_seconds") == 1);

        fixture.delete(fixture.claim("a"));
        soon().until(() -> fixture.volume("pvc-1").phase().equals("Released"));
        fixture.delete(fixture.volume("pvc-1"));
        soon().until(() -> fixture.figure("volume_operation_total_seconds") == 2);
    }

    @Test
    void classThatComesLaterWakesItsClaims() throws Exception {
        fixture.claim("a", "1Gi", ", \"storageClassName\": \"fast\"");
        fixture.claim("b", "1Gi", "");
        soon().until(() -> fixture.events("a").contains("ProvisioningFailed"));
        soon().until(() -> fixture.events("b").contains("FailedBinding"));
        fixture.controllerFixture().create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "fast", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
                 "provisioner": "driver.example.com"}""");
        soon().until(() -> fixture.claim("a")
                .meta()
                .annotation(VolumeAnnotations.STORAGE_PROVISIONER)
                .equals("driver.example.com"));
        soon().until(() -> fixture.claim("b")
                .meta()
                .annotation(VolumeAnnotations.STORAGE_PROVISIONER)
                .equals("driver.example.com"));
        assertThat(fixture.claim("b").storageClass()).isEqualTo("fast");
        assertThat(fixture.figure("retroactive_storageclass")).isEqualTo(1);
    }

    @Test
    void releasedVolumeIsFreeAgainOnceItsPointerIsCleared() throws Exception {
        fixture.volume("v", "1Gi", "");
        PersistentVolumeClaim first = fixture.claim("a", "1Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());
        fixture.delete(first);
        soon().until(() -> fixture.volume("v").phase().equals("Released"));
        fixture.claim("b", "1Gi", "");
        soon().until(() -> fixture.events("b").contains("FailedBinding"));

        fixture.controllerFixture().change(Kinds.VOLUMES, "", "v", "{\"spec\": {\"claimRef\": null}}");
        soon().until(() -> fixture.claim("b").status().isBound());
        assertThat(Objects.requireNonNull(fixture.volume("v").claim()).name()).isEqualTo("b");
    }

    @Test
    void newClaimThatNamesAReleasedVolumeGetsItOnceItsUidIsCleared() throws Exception {
        fixture.volume("v", "1Gi", "");
        PersistentVolumeClaim first = fixture.claim("a", "1Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());
        fixture.delete(first);
        soon().until(() -> fixture.volume("v").phase().equals("Released"));
        PersistentVolumeClaim second = fixture.claim("a", "1Gi", ", \"volumeName\": \"v\"");
        soon().until(() -> fixture.events("a").contains("FailedBinding"));

        fixture.controllerFixture().change(Kinds.VOLUMES, "", "v", "{\"spec\": {\"claimRef\": {\"uid\": null}}}");
        soon().until(() -> fixture.claim("a").status().isBound());
        assertThat(Objects.requireNonNull(fixture.volume("v").claim()).uid())
                .isEqualTo(second.meta().uid());
    }

    @Test
    void claimIsLostWithItsVolumeAndBackWithIt() throws Exception {
        fixture.volume("v", "1Gi", "");
        fixture.claim("a", "1Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());
        soon().until(() -> fixture.volume("v").phase().equals("Bound"));
        fixture.delete(fixture.volume("v"));
        soon().until(() -> fixture.claim("a").status().phase().equals("Lost"));
        soon().until(() -> fixture.events("a").contains("ClaimLost"));
        fixture.volume("v", "1Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());
    }

    @Test
    void figuresCountWhatIsBoundAndWhatIsNot() throws Exception {
        fixture.volume("v", "1Gi", "");
        fixture.volume("large", "5Gi", "");
        fixture.claim("a", "1Gi", "");
        fixture.claim("b", "9Gi", "");
        soon().until(() -> fixture.claim("a").status().isBound());

        // The metrics show what the server has once the binder has received it.
        soon().untilAsserted(() -> {
            assertThat(fixture.figure("pv_collector_bound_pv_count")).isEqualTo(1);
            assertThat(fixture.figure("pv_collector_unbound_pv_count")).isEqualTo(1);
            assertThat(fixture.figure("pv_collector_total_pv_count")).isEqualTo(2);
            assertThat(fixture.figure("pv_collector_bound_pvc_count")).isEqualTo(1);
            assertThat(fixture.figure("pv_collector_unbound_pvc_count")).isEqualTo(1);
        });
    }

    @Test
    void hostileObjectsHoldUpNobody() throws Exception {
        fixture.volume("nowhere", "1Gi", """
                , "claimRef": {"namespace": "no-such-namespace", "name": "no-such-claim", "uid": "u"}""");
        fixture.volume("nameless", "1Gi", ", \"claimRef\": {\"namespace\": \"default\", \"name\": \"later\"}");
        fixture.volume("vast", "8000Ei", "");
        fixture.claim("greedy", "7999Ei", "");
        fixture.claim("adrift", "1Gi", ", \"volumeName\": \"no-such-volume\"");
        fixture.claim("odd", "1Gi", ", \"selector\": {\"matchLabels\": {\"no\": \"such\"}}");
        // Otherwise the next claim could be the first to find the large volume.
        soon().until(() -> fixture.claim("greedy").status().isBound());
        fixture.volume("v", "1Gi", "");
        fixture.claim("a", "1Gi", "");

        soon().until(() -> fixture.claim("a").status().isBound());
        soon().until(() -> fixture.volume("nowhere").phase().equals("Released"));
        soon().until(() -> fixture.volume("nameless").phase().equals("Available"));
        assertThat(fixture.claim("a").volumeName()).isEqualTo("v");
        assertThat(fixture.claim("adrift").status().phase()).isEqualTo("Pending");
        PersistentVolume vast = fixture.volume("vast");
        assertThat(Objects.requireNonNull(vast.claim()).name()).isEqualTo("greedy");
    }
}
