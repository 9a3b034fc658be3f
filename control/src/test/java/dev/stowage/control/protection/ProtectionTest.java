package dev.stowage.control.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtectionTest {
    private static final String CLAIM = """
            {"metadata":{"name":"%s"},"spec":{"accessModes":["ReadWriteOnce"],
             "resources":{"requests":{"storage":"1Gi"}}%s}}""";
    private static final String POD = """
            {"metadata":{"name":"%s"},"spec":{%s"containers":[{"name":"c","image":"i"}],
             "volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"%s"}}]}}""";
    private static final String VOLUME = """
            {"metadata":{"name":"%s"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
             "csi":{"driver":"d.example.com","volumeHandle":"%1$s"}%s}}""";

    private ControllerFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new ControllerFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void start(ControllerRole role) throws Exception {
        fixture.informers().start();
        role.start();
    }

    private boolean isThere(String claim) throws Exception {
        return fixture.api().find(Kinds.CLAIMS, "default", claim).isPresent();
    }

    @Test
    void claimStaysWhileAPodThatHasEndedIsThere() throws Exception {
        try (ControllerRole role = new ClaimProtectionController(fixture.context("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim = fixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            PersistentVolumeClaim other = fixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("other", ""));
            Pod pod = fixture.create(Kinds.PODS, "default", POD.formatted("p", "\"nodeName\":\"n1\",", "data"));
            fixture.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Succeeded\"}}");
            fixture.api().delete(claim, Kinds.CLAIMS);
            fixture.api().delete(other, Kinds.CLAIMS);
            await().until(() -> !isThere("other"));
            assertThat(isThere("data")).isTrue();

            fixture.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().withGracePeriod(0));
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void podWithoutANodeProtectsNothing() throws Exception {
        try (ControllerRole role = new ClaimProtectionController(fixture.context("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim = fixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            fixture.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            fixture.api().delete(claim, Kinds.CLAIMS);
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void finalizersThatAreMissingAreAdded() throws Exception {
        fixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
        fixture.create(Kinds.VOLUMES, "", VOLUME.formatted("v", ""));
        fixture.create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata":{"name":"gold"},"driverName":"d.example.com","parameters":{"iops":"1"}}""");
        String none = "{\"metadata\":{\"finalizers\":null}}";
        fixture.change(Kinds.CLAIMS, "default", "data", none);
        fixture.change(Kinds.VOLUMES, "", "v", none);
        fixture.change(Kinds.ATTRIBUTES_CLASSES, "", "gold", none);
        try (ControllerRole claims = new ClaimProtectionController(fixture.context("pvc-protection"));
                ControllerRole volumes = new VolumeProtectionController(fixture.context("pv-protection"));
                ControllerRole classes = new AttributesClassProtectionController(fixture.context("vac-protection"))) {
            start(claims);
            volumes.start();
            classes.start();
            await().until(() ->
                    fixture.get(Kinds.CLAIMS, "default", "data").toString().contains("pvc-protection")
                            && fixture.get(Kinds.VOLUMES, "", "v").toString().contains("pv-protection")
                            && fixture.get(Kinds.ATTRIBUTES_CLASSES, "", "gold")
                                    .toString()
                                    .contains("vac-protection"));
        }
    }

    @Test
    void volumeStaysWhileItIsBound() throws Exception {
        try (ControllerRole role = new VolumeProtectionController(fixture.context("pv-protection"))) {
            start(role);
            var bound = fixture.create(Kinds.VOLUMES, "", VOLUME.formatted("bound", ""));
            var free = fixture.create(Kinds.VOLUMES, "", VOLUME.formatted("free", ""));
            fixture.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Bound\"}}");
            fixture.api().delete(bound, Kinds.VOLUMES);
            fixture.api().delete(free, Kinds.VOLUMES);
            await().until(() -> fixture.api().find(Kinds.VOLUMES, "", "free").isEmpty());
            assertThat(fixture.api().find(Kinds.VOLUMES, "", "bound")).isPresent();

            fixture.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Released\"}}");
            await().until(() -> fixture.api().find(Kinds.VOLUMES, "", "bound").isEmpty());
        }
    }

    @Test
    void attributesClassStaysWhileAClaimOrAVolumeNamesIt() throws Exception {
        for (String name : new String[] {"gold", "silver"}) {
            fixture.create(Kinds.ATTRIBUTES_CLASSES, "", """
                    {"metadata":{"name":"%s"},"driverName":"d.example.com","parameters":{"iops":"1"}}""".formatted(name));
        }
        PersistentVolumeClaim claim = fixture.create(
                Kinds.CLAIMS, "default", CLAIM.formatted("data", ",\"volumeAttributesClassName\":\"gold\""));
        var volume =
                fixture.create(Kinds.VOLUMES, "", VOLUME.formatted("v", ",\"volumeAttributesClassName\":\"gold\""));
        try (ControllerRole role = new AttributesClassProtectionController(fixture.context("vac-protection"))) {
            start(role);
            for (String name : new String[] {"gold", "silver"}) {
                fixture.api()
                        .delete(
                                fixture.api()
                                        .find(Kinds.ATTRIBUTES_CLASSES, "", name)
                                        .orElseThrow(),
                                Kinds.ATTRIBUTES_CLASSES);
            }
            await().until(() ->
                    fixture.api().find(Kinds.ATTRIBUTES_CLASSES, "", "silver").isEmpty());
            fixture.change(Kinds.CLAIMS, "default", "data", "{\"metadata\":{\"finalizers\":null}}");
            fixture.api().delete(claim, Kinds.CLAIMS);
            assertThat(fixture.api().find(Kinds.ATTRIBUTES_CLASSES, "", "gold")).isPresent();
            fixture.change(Kinds.VOLUMES, "", "v", "{\"metadata\":{\"finalizers\":null}}");
            fixture.api().delete(volume, Kinds.VOLUMES);
            await().until(() ->
                    fixture.api().find(Kinds.ATTRIBUTES_CLASSES, "", "gold").isEmpty());
        }
    }

    @Test
    void claimSaysWhetherItIsUsedWhenThatIsWanted() throws Exception {
        var context = fixture.context(
                "pvc-protection", InstantSource.system(), FeatureGates.with(StorageFeatures.UNUSED_CLAIMS, true));
        try (ControllerRole role = new ClaimProtectionController(context)) {
            start(role);
            fixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            await().until(() -> said().equals("True NoPodsUsingPVC"));
            fixture.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            await().until(() -> said().equals("False PodUsingPVC"));
            fixture.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Failed\"}}");
            await().until(() -> said().equals("True NoPodsUsingPVC"));
        }
    }

    private String said() throws Exception {
        for (var condition :
                fixture.get(Kinds.CLAIMS, "default", "data").path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Unused")) {
                return condition.path("status").asText() + " "
                        + condition.path("reason").asText();
            }
        }
        return "";
    }
}
