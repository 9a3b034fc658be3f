package dev.stowage.control.binder;

import static dev.stowage.control.binder.BinderFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.VolumeAnnotations;
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
    private BinderFixture stage;

    @BeforeEach
    void begin(@TempDir Path folder) throws IOException, InterruptedException {
        stage = new BinderFixture(folder).begin();
    }

    @AfterEach
    void end() throws IOException {
        stage.close();
    }

    @Test
    void claimWaitsForAVolumeAndIsToldOnce() throws Exception {
        stage.claim("a", "1Gi", "");
        soon().untilAsserted(() -> assertThat(stage.events("a")).containsExactly("FailedBinding"));
        PersistentVolumeClaim touched = stage.controllerFixture()
                .change(Kinds.CLAIMS, "default", "a", "{\"metadata\": {\"labels\": {\"touched\": \"yes\"}}}");
        // Who binds it before he has heard of that meets a conflict, rightly.
        soon().until(() -> stage.controllerFixture().hasSeen(Kinds.CLAIMS, touched));
        stage.volume("small", "500Mi", "");
        soon().until(() -> stage.volume("small").phase().equals("Available"));
        stage.volume("v", "2Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());

        assertThat(stage.claim("a").volumeName()).isEqualTo("v");
        assertThat(stage.claim("a").status().capacity()).hasToString("2Gi");
        assertThat(stage.volume("v").phase()).isEqualTo("Bound");
        assertThat(stage.events("a")).containsExactly("FailedBinding");
        assertThat(stage.conflicts()).isZero();
    }

    @Test
    void delayedBindingGoesThroughTheSchedulerAndTheProvisioner() throws Exception {
        stage.storageClass("later", "driver.example.com", "WaitForFirstConsumer");
        PersistentVolumeClaim made = stage.claim("a", "1Gi", ", \"storageClassName\": \"later\"");
        soon().until(() -> stage.events("a").contains("WaitForFirstConsumer"));
        stage.controllerFixture().create(Kinds.PODS, "default", """
                {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}],
                 "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "a"}}]}}""");
        soon().until(() -> stage.events("a").contains("WaitForPodScheduled"));
        stage.controllerFixture().change(Kinds.CLAIMS, "default", "a", """
                {"metadata": {"annotations": {"volume.kubernetes.io/selected-node": "n1"}}}""");
        soon().until(() -> stage.claim("a")
                .meta()
                .annotation(VolumeAnnotations.PROVISIONER)
                .equals("driver.example.com"));
        assertThat(stage.claim("a").meta().annotation(VolumeAnnotations.OLD_PROVISIONER))
                .isEqualTo("driver.example.com");
        soon().until(() -> stage.events("a").contains("ExternalProvisioning"));

        int before = stage.writes();
        stage.volume("pvc-1", "1Gi", """
                , "storageClassName": "later", "persistentVolumeReclaimPolicy": "Delete",
                "claimRef": {"namespace": "default", "name": "a", "uid": "%s"}""".formatted(made.meta().uid()));
        soon().until(() -> stage.claim("a").status().isBound());
        assertThat(stage.volume("pvc-1").phase()).isEqualTo("Bound");
        assertThat(stage.writes() - before).isEqualTo(3);
        assertThat(stage.conflicts()).isZero();
        soon().until(() -> stage.figure("volume_operation_total_seconds") == 1);

        stage.delete(stage.claim("a"));
        soon().until(() -> stage.volume("pvc-1").phase().equals("Released"));
        stage.delete(stage.volume("pvc-1"));
        soon().until(() -> stage.figure("volume_operation_total_seconds") == 2);
    }

    @Test
    void classThatComesLaterWakesItsClaims() throws Exception {
        stage.claim("a", "1Gi", ", \"storageClassName\": \"fast\"");
        stage.claim("b", "1Gi", "");
        soon().until(() -> stage.events("a").contains("ProvisioningFailed"));
        soon().until(() -> stage.events("b").contains("FailedBinding"));
        stage.controllerFixture().create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "fast", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
                 "provisioner": "driver.example.com"}""");
        soon().until(() -> stage.claim("a")
                .meta()
                .annotation(VolumeAnnotations.PROVISIONER)
                .equals("driver.example.com"));
        soon().until(() -> stage.claim("b")
                .meta()
                .annotation(VolumeAnnotations.PROVISIONER)
                .equals("driver.example.com"));
        assertThat(stage.claim("b").storageClass()).isEqualTo("fast");
        assertThat(stage.figure("retroactive_storageclass")).isEqualTo(1);
    }

    @Test
    void releasedVolumeIsFreeAgainOnceItsPointerIsCleared() throws Exception {
        stage.volume("v", "1Gi", "");
        PersistentVolumeClaim first = stage.claim("a", "1Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());
        stage.delete(first);
        soon().until(() -> stage.volume("v").phase().equals("Released"));
        stage.claim("b", "1Gi", "");
        soon().until(() -> stage.events("b").contains("FailedBinding"));

        stage.controllerFixture().change(Kinds.VOLUMES, "", "v", "{\"spec\": {\"claimRef\": null}}");
        soon().until(() -> stage.claim("b").status().isBound());
        assertThat(Objects.requireNonNull(stage.volume("v").claim()).name()).isEqualTo("b");
    }

    @Test
    void newClaimThatNamesAReleasedVolumeGetsItOnceItsUidIsCleared() throws Exception {
        stage.volume("v", "1Gi", "");
        PersistentVolumeClaim first = stage.claim("a", "1Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());
        stage.delete(first);
        soon().until(() -> stage.volume("v").phase().equals("Released"));
        PersistentVolumeClaim second = stage.claim("a", "1Gi", ", \"volumeName\": \"v\"");
        soon().until(() -> stage.events("a").contains("FailedBinding"));

        stage.controllerFixture().change(Kinds.VOLUMES, "", "v", "{\"spec\": {\"claimRef\": {\"uid\": null}}}");
        soon().until(() -> stage.claim("a").status().isBound());
        assertThat(Objects.requireNonNull(stage.volume("v").claim()).uid())
                .isEqualTo(second.meta().uid());
    }

    @Test
    void claimIsLostWithItsVolumeAndBackWithIt() throws Exception {
        stage.volume("v", "1Gi", "");
        stage.claim("a", "1Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());
        soon().until(() -> stage.volume("v").phase().equals("Bound"));
        stage.delete(stage.volume("v"));
        soon().until(() -> stage.claim("a").status().phase().equals("Lost"));
        soon().until(() -> stage.events("a").contains("ClaimLost"));
        stage.volume("v", "1Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());
    }

    @Test
    void figuresCountWhatIsBoundAndWhatIsNot() throws Exception {
        stage.volume("v", "1Gi", "");
        stage.volume("large", "5Gi", "");
        stage.claim("a", "1Gi", "");
        stage.claim("b", "9Gi", "");
        soon().until(() -> stage.claim("a").status().isBound());

        // What the server has, the figures tell when the binder has heard of it.
        soon().untilAsserted(() -> {
            assertThat(stage.figure("pv_collector_bound_pv_count")).isEqualTo(1);
            assertThat(stage.figure("pv_collector_unbound_pv_count")).isEqualTo(1);
            assertThat(stage.figure("pv_collector_total_pv_count")).isEqualTo(2);
            assertThat(stage.figure("pv_collector_bound_pvc_count")).isEqualTo(1);
            assertThat(stage.figure("pv_collector_unbound_pvc_count")).isEqualTo(1);
        });
    }

    @Test
    void hostileObjectsHoldUpNobody() throws Exception {
        stage.volume("nowhere", "1Gi", """
                , "claimRef": {"namespace": "no-such-namespace", "name": "no-such-claim", "uid": "u"}""");
        stage.volume("nameless", "1Gi", ", \"claimRef\": {\"namespace\": \"default\", \"name\": \"later\"}");
        stage.volume("vast", "8000Ei", "");
        stage.claim("greedy", "7999Ei", "");
        stage.claim("adrift", "1Gi", ", \"volumeName\": \"no-such-volume\"");
        stage.claim("odd", "1Gi", ", \"selector\": {\"matchLabels\": {\"no\": \"such\"}}");
        // Else the next claim could be the first to find the vast volume.
        soon().until(() -> stage.claim("greedy").status().isBound());
        stage.volume("v", "1Gi", "");
        stage.claim("a", "1Gi", "");

        soon().until(() -> stage.claim("a").status().isBound());
        soon().until(() -> stage.volume("nowhere").phase().equals("Released"));
        soon().until(() -> stage.volume("nameless").phase().equals("Available"));
        assertThat(stage.claim("a").volumeName()).isEqualTo("v");
        assertThat(stage.claim("adrift").status().phase()).isEqualTo("Pending");
        PersistentVolume vast = stage.volume("vast");
        assertThat(Objects.requireNonNull(vast.claim()).name()).isEqualTo("greedy");
    }
}
