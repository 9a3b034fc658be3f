package dev.stowage.control.protect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.control.Gate;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.manager.ControllerRole;
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

    private Stage stage;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        stage = new Stage(folder);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    private void start(ControllerRole role) throws Exception {
        stage.informers().start();
        role.start();
    }

    private boolean isThere(String claim) throws Exception {
        return stage.api().find(Kinds.CLAIMS, "default", claim).isPresent();
    }

    @Test
    void claimStaysWhileAPodThatHasEndedIsThere() throws Exception {
        try (ControllerRole role = new ClaimProtection(stage.shared("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim = stage.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            PersistentVolumeClaim other = stage.create(Kinds.CLAIMS, "default", CLAIM.formatted("other", ""));
            Pod pod = stage.create(Kinds.PODS, "default", POD.formatted("p", "\"nodeName\":\"n1\",", "data"));
            stage.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Succeeded\"}}");
            stage.api().delete(claim, Kinds.CLAIMS);
            stage.api().delete(other, Kinds.CLAIMS);
            await().until(() -> !isThere("other"));
            assertThat(isThere("data")).isTrue();

            stage.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().within(0));
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void podWithoutANodeProtectsNothing() throws Exception {
        try (ControllerRole role = new ClaimProtection(stage.shared("pvc-protection"))) {
            start(role);
            PersistentVolumeClaim claim = stage.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            stage.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            stage.api().delete(claim, Kinds.CLAIMS);
            await().until(() -> !isThere("data"));
        }
    }

    @Test
    void finalizersThatAreMissingAreAdded() throws Exception {
        stage.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
        stage.create(Kinds.VOLUMES, "", VOLUME.formatted("v", ""));
        stage.create(Kinds.ATTRIBUTES_CLASSES, "", """
                {"metadata":{"name":"gold"},"driverName":"d.example.com","parameters":{"iops":"1"}}""");
        String none = "{\"metadata\":{\"finalizers\":null}}";
        stage.change(Kinds.CLAIMS, "default", "data", none);
        stage.change(Kinds.VOLUMES, "", "v", none);
        stage.change(Kinds.ATTRIBUTES_CLASSES, "", "gold", none);
        try (ControllerRole claims = new ClaimProtection(stage.shared("pvc-protection"));
                ControllerRole volumes = new VolumeProtection(stage.shared("pv-protection"));
                ControllerRole classes = new ClassProtection(stage.shared("vac-protection"))) {
            start(claims);
            volumes.start();
            classes.start();
            await().until(() ->
                    stage.get(Kinds.CLAIMS, "default", "data").toString().contains("pvc-protection")
                            && stage.get(Kinds.VOLUMES, "", "v").toString().contains("pv-protection")
                            && stage.get(Kinds.ATTRIBUTES_CLASSES, "", "gold")
                                    .toString()
                                    .contains("vac-protection"));
        }
    }

    @Test
    void volumeStaysWhileItIsBound() throws Exception {
        try (ControllerRole role = new VolumeProtection(stage.shared("pv-protection"))) {
            start(role);
            var bound = stage.create(Kinds.VOLUMES, "", VOLUME.formatted("bound", ""));
            var free = stage.create(Kinds.VOLUMES, "", VOLUME.formatted("free", ""));
            stage.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Bound\"}}");
            stage.api().delete(bound, Kinds.VOLUMES);
            stage.api().delete(free, Kinds.VOLUMES);
            await().until(() -> stage.api().find(Kinds.VOLUMES, "", "free").isEmpty());
            assertThat(stage.api().find(Kinds.VOLUMES, "", "bound")).isPresent();

            stage.changeStatus(Kinds.VOLUMES, "", "bound", "{\"status\":{\"phase\":\"Released\"}}");
            await().until(() -> stage.api().find(Kinds.VOLUMES, "", "bound").isEmpty());
        }
    }

    @Test
    void attributesClassStaysWhileAClaimOrAVolumeNamesIt() throws Exception {
        for (String name : new String[] {"gold", "silver"}) {
            stage.create(Kinds.ATTRIBUTES_CLASSES, "", """
                    {"metadata":{"name":"%s"},"driverName":"d.example.com","parameters":{"iops":"1"}}""".formatted(name));
        }
        PersistentVolumeClaim claim = stage.create(
                Kinds.CLAIMS, "default", CLAIM.formatted("data", ",\"volumeAttributesClassName\":\"gold\""));
        var volume = stage.create(Kinds.VOLUMES, "", VOLUME.formatted("v", ",\"volumeAttributesClassName\":\"gold\""));
        try (ControllerRole role = new ClassProtection(stage.shared("vac-protection"))) {
            start(role);
            for (String name : new String[] {"gold", "silver"}) {
                stage.api()
                        .delete(
                                stage.api()
                                        .find(Kinds.ATTRIBUTES_CLASSES, "", name)
                                        .orElseThrow(),
                                Kinds.ATTRIBUTES_CLASSES);
            }
            await().until(() ->
                    stage.api().find(Kinds.ATTRIBUTES_CLASSES, "", "silver").isEmpty());
            stage.change(Kinds.CLAIMS, "default", "data", "{\"metadata\":{\"finalizers\":null}}");
            stage.api().delete(claim, Kinds.CLAIMS);
            assertThat(stage.api().find(Kinds.ATTRIBUTES_CLASSES, "", "gold")).isPresent();
            stage.change(Kinds.VOLUMES, "", "v", "{\"metadata\":{\"finalizers\":null}}");
            stage.api().delete(volume, Kinds.VOLUMES);
            await().until(() ->
                    stage.api().find(Kinds.ATTRIBUTES_CLASSES, "", "gold").isEmpty());
        }
    }

    @Test
    void claimSaysWhetherItIsUsedWhenThatIsWanted() throws Exception {
        var shared = stage.shared("pvc-protection", InstantSource.system(), FeatureGates.with(Gate.UNUSED_CLAIMS, true));
        try (ControllerRole role = new ClaimProtection(shared)) {
            start(role);
            stage.create(Kinds.CLAIMS, "default", CLAIM.formatted("data", ""));
            await().until(() -> said().equals("True NoPodsUsingPVC"));
            stage.create(Kinds.PODS, "default", POD.formatted("p", "", "data"));
            await().until(() -> said().equals("False PodUsingPVC"));
            stage.changeStatus(Kinds.PODS, "default", "p", "{\"status\":{\"phase\":\"Failed\"}}");
            await().until(() -> said().equals("True NoPodsUsingPVC"));
        }
    }

    private String said() throws Exception {
        for (var condition :
                stage.get(Kinds.CLAIMS, "default", "data").path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Unused")) {
                return condition.path("status").asText() + " "
                        + condition.path("reason").asText();
            }
        }
        return "";
    }
}
