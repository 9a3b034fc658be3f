package dev.stowage.control.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.control.ControlFeature;
import dev.stowage.k8s.featuregate.FeatureGates;
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

    private ControllerFixture controllerFixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        controllerFixture = new ControllerFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        controllerFixture.close();
    }

    private void start(ControllerRole role) throws Exception {
        controllerFixture.informers().start();
        role.start();
    }

    private boolean isThere(String claim) throws Exception {
        return controllerFixture.api().find(Kinds.CLAIMS, "default", claim).isPresent();
    }

    @Test
    void claimStaysWhileAPodThatHasEndedIsThere() throws Exception {
        try (ControllerRole role = new ClaimProtectionController(controllerFixture.context("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim =
                    controllerFixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            PersistentVolumeClaim other =
                    controllerFixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("other", ""));
            Pod pod =
                    controllerFixture.create(Kinds.PODS, "default", POD.formatted("p", "\"nodeName\":\"n1\",", "data"));
            controllerFixture.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Succeeded\"}}");
            controllerFixture.api().delete(claim, Kinds.CLAIMS);
            controllerFixture.api().delete(other, Kinds.CLAIMS);
            await().until(() -> !isThere("other"));
            assertThat(isThere("data")).isTrue();

            controllerFixture
                    .api()
                    .delete(pod, Kinds.PODS, DeleteOptions.defaults().within(0));
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void podWithoutANodeProtectsNothing() throws Exception {
        try (ControllerRole role = new ClaimProtectionController(controllerFixture.context("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim =
                    controllerFixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            controllerFixture.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            controllerFixture.api().delete(claim, Kinds.CLAIMS);
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void finalizersThatAreMissingAreAdded() throws Exception {
        controllerFixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
        controllerFixture.create(Kinds.VOLUMES, "", VOLUME.formatted("v", ""));
        controllerFixture.create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata":{"name":"gold"},"driverName":"d.example.com","parameters":{"iops":"1"}}""");
        String none = "{\"metadata\":{\"finalizers\":null}}";
        controllerFixture.change(Kinds.CLAIMS, "default", "data", none);
        controllerFixture.change(Kinds.VOLUMES, "", "v", none);
        controllerFixture.change(Kinds.ATTRIBUTES_CLASSES, "", "gold", none);
        try (ControllerRole claims = new ClaimProtectionController(controllerFixture.context("pvc-protection"));
                ControllerRole volumes = new VolumeProtectionController(controllerFixture.context("pv-protection"));
                ControllerRole classes =
                        new AttributesClassProtectionController(controllerFixture.context("vac-protection"))) {
            start(claims);
            volumes.start();
            classes.start();
            await().until(() -> controllerFixture
                            .get(Kinds.CLAIMS, "default", "data")
                            .toString()
                            .contains("pvc-protection")
                    && controllerFixture.get(Kinds.VOLUMES, "", "v").toString().contains("pv-protection")
                    && controllerFixture
                            .get(Kinds.ATTRIBUTES_CLASSES, "", "gold")
                            .toString()
                            .contains("vac-protection"));
        }
    }

    @Test
    void volumeStaysWhileItIsBound() throws Exception {
        try (ControllerRole role = new VolumeProtectionController(controllerFixture.context("pv-protection"))) {
            start(role);
            var bound = controllerFixture.create(Kinds.VOLUMES, "", VOLUME.formatted("bound", ""));
            var free = controllerFixture.create(Kinds.VOLUMES, "", VOLUME.formatted("free", ""));
            controllerFixture.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Bound\"}}");
            controllerFixture.api().delete(bound, Kinds.VOLUMES);
            controllerFixture.api().delete(free, Kinds.VOLUMES);
            await().until(() ->
                    controllerFixture.api().find(Kinds.VOLUMES, "", "free").isEmpty());
            assertThat(controllerFixture.api().find(Kinds.VOLUMES, "", "bound")).isPresent();

            controllerFixture.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Released\"}}");
            await().until(() ->
                    controllerFixture.api().find(Kinds.VOLUMES, "", "bound").isEmpty());
        }
    }

    @Test
    void attributesClassStaysWhileAClaimOrAVolumeNamesIt() throws Exception {
        for (String name : new String[] {"gold", "silver"}) {
            controllerFixture.create(Kinds.ATTRIBUTES_CLASSES, "", """
                    {"metadata":{"name":"%s"},"driverName":"d.example.com","parameters":{"iops":"1"}}""".formatted(name));
        }
        PersistentVolumeClaim claim = controllerFixture.create(
                Kinds.CLAIMS, "default", CLAIM.formatted("data", ",\"volumeAttributesClassName\":\"gold\""));
        var volume = controllerFixture.create(
                Kinds.VOLUMES, "", VOLUME.formatted("v", ",\"volumeAttributesClassName\":\"gold\""));
        try (ControllerRole role =
                new AttributesClassProtectionController(controllerFixture.context("vac-protection"))) {
            start(role);
            for (String name : new String[] {"gold", "silver"}) {
                controllerFixture
                        .api()
                        .delete(
                                controllerFixture
                                        .api()
                                        .find(Kinds.ATTRIBUTES_CLASSES, "", name)
                                        .orElseThrow(),
                                Kinds.ATTRIBUTES_CLASSES);
            }
            await().until(() -> controllerFixture
                    .api()
                    .find(Kinds.ATTRIBUTES_CLASSES, "", "silver")
                    .isEmpty());
            controllerFixture.change(Kinds.CLAIMS, "default", "data", "{\"metadata\":{\"finalizers\":null}}");
            controllerFixture.api().delete(claim, Kinds.CLAIMS);
            assertThat(controllerFixture.api().find(Kinds.ATTRIBUTES_CLASSES, "", "gold"))
                    .isPresent();
            controllerFixture.change(Kinds.VOLUMES, "", "v", "{\"metadata\":{\"finalizers\":null}}");
            controllerFixture.api().delete(volume, Kinds.VOLUMES);
            await().until(() -> controllerFixture
                    .api()
                    .find(Kinds.ATTRIBUTES_CLASSES, "", "gold")
                    .isEmpty());
        }
    }

    @Test
    void claimSaysWhetherItIsUsedWhenThatIsWanted() throws Exception {
        var context = controllerFixture.context(
                "pvc-protection", InstantSource.system(), FeatureGates.with(ControlFeature.UNUSED_CLAIMS, true));
        try (ControllerRole role = new ClaimProtectionController(context)) {
            start(role);
            controllerFixture.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            await().until(() -> said().equals("True NoPodsUsingPVC"));
            controllerFixture.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            await().until(() -> said().equals("False PodUsingPVC"));
            controllerFixture.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Failed\"}}");
            await().until(() -> said().equals("True NoPodsUsingPVC"));
        }
    }

    private String said() throws Exception {
        for (var condition : controllerFixture
                .get(Kinds.CLAIMS, "default", "data")
                .path("status")
                .path("conditions")) {
            if (condition.path("type").asText().equals("Unused")) {
                return condition.path("status").asText() + " "
                        + condition.path("reason").asText();
            }
        }
        return "";
    }
}
