package dev.stowage.cluster.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceControllerTest {
    private ControllerFixture controllerFixture;
    private NamespaceController namespaceController;
    private Namespace home;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        controllerFixture = new ControllerFixture(folder);
        namespaceController = new NamespaceController(
                controllerFixture.context("namespace-controller"), new NamespaceOptions(2, Duration.ZERO));
        controllerFixture.informers().start();
        namespaceController.start();
        home = controllerFixture.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"home\"}}");
        controllerFixture.create(Kinds.SERVICE_ACCOUNTS, "home", "{\"metadata\":{\"name\":\"default\"}}");
    }

    @AfterEach
    void close() throws Exception {
        namespaceController.close();
        controllerFixture.close();
    }

    private static void soon(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private boolean isThere() throws Exception {
        return controllerFixture.api().find(Kinds.NAMESPACES, "", "home").isPresent();
    }

    private void map(String namespace, String name, String finalizers) throws Exception {
        controllerFixture.create(Kinds.CONFIG_MAPS, namespace, """
                {"metadata":{"name":"%s","finalizers":[%s]}}""".formatted(name, finalizers));
    }

    @Test
    void namespaceGoesWithAllThatIsInIt() throws Exception {
        map("home", "a", "");
        map("default", "b", "");
        controllerFixture.create(Kinds.SECRETS, "home", "{\"metadata\":{\"name\":\"s\"}}");
        controllerFixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> !isThere());
        assertThat(controllerFixture.api().list(Kinds.CONFIG_MAPS, "home").items())
                .isEmpty();
        assertThat(controllerFixture.api().list(Kinds.SECRETS, "home").items()).isEmpty();
        assertThat(controllerFixture.api().find(Kinds.CONFIG_MAPS, "default", "b"))
                .isPresent();
    }

    @Test
    void whatIsHeldHoldsTheNamespaceAndItSaysWhy() throws Exception {
        map("home", "held", "\"example.com/mine\"");
        controllerFixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> controllerFixture
                .get(Kinds.NAMESPACES, "", "home")
                .toString()
                .contains("Some resources are remaining: configmaps. has 1 resource instances"));
        assertThat(controllerFixture.get(Kinds.NAMESPACES, "", "home").toString())
                .contains("example.com/mine in 1 resource instances");
        controllerFixture.change(Kinds.CONFIG_MAPS, "home", "held", "{\"metadata\":{\"finalizers\":null}}");
        // Sooner than anything that looks from time to time.
        await().until(() -> !isThere());
    }

    @Test
    void podsEndInTheirTimeBeforeTheRestGoes() throws Exception {
        Pod pod = controllerFixture.create(Kinds.PODS, "home", """
                {"metadata":{"name":"p"},"spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}]}}""");
        map("home", "a", "");
        controllerFixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> controllerFixture
                .get(Kinds.NAMESPACES, "", "home")
                .toString()
                .contains("pods. has 1 resource instances"));
        assertThat(controllerFixture
                        .get(Kinds.PODS, "home", "p")
                        .path("metadata")
                        .path("deletionGracePeriodSeconds")
                        .asInt())
                .isEqualTo(30);
        assertThat(controllerFixture.api().find(Kinds.CONFIG_MAPS, "home", "a")).isPresent();
        // As the kubelet does when it is done.
        controllerFixture.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().within(0));
        await().until(() -> !isThere());
    }

    @Test
    void namespaceThatIsHeldByOthersIsGivenUpButStays() throws Exception {
        controllerFixture.change(
                Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}");
        controllerFixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> controllerFixture
                .get(Kinds.NAMESPACES, "", "home")
                .path("spec")
                .path("finalizers")
                .isEmpty());
        controllerFixture.change(Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":null}}");
        soon(() -> !isThere());
    }
}
