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
    private ControllerFixture fixture;
    private NamespaceController namespaceController;
    private Namespace home;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new ControllerFixture(folder);
        namespaceController = new NamespaceController(
                fixture.context("namespace-controller"), new NamespaceOptions(2, Duration.ZERO));
        fixture.informers().start();
        namespaceController.start();
        home = fixture.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"home\"}}");
        fixture.create(Kinds.SERVICE_ACCOUNTS, "home", "{\"metadata\":{\"name\":\"default\"}}");
    }

    @AfterEach
    void close() throws Exception {
        namespaceController.close();
        fixture.close();
    }

    private static void soon(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private boolean isThere() throws Exception {
        return fixture.api().find(Kinds.NAMESPACES, "", "home").isPresent();
    }

    private void map(String namespace, String name, String finalizers) throws Exception {
        fixture.create(Kinds.CONFIG_MAPS, namespace, """
                {"metadata":{"name":"%s","finalizers":[%s]}}""".formatted(name, finalizers));
    }

    @Test
    void namespaceGoesWithAllThatIsInIt() throws Exception {
        map("home", "a", "");
        map("default", "b", "");
        fixture.create(Kinds.SECRETS, "home", "{\"metadata\":{\"name\":\"s\"}}");
        fixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> !isThere());
        assertThat(fixture.api().list(Kinds.CONFIG_MAPS, "home").items()).isEmpty();
        assertThat(fixture.api().list(Kinds.SECRETS, "home").items()).isEmpty();
        assertThat(fixture.api().find(Kinds.CONFIG_MAPS, "default", "b")).isPresent();
    }

    @Test
    void whatIsHeldHoldsTheNamespaceAndItSaysWhy() throws Exception {
        map("home", "held", "\"example.com/mine\"");
        fixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> fixture.get(Kinds.NAMESPACES, "", "home")
                .toString()
                .contains("Some resources are remaining: configmaps. has 1 resource instances"));
        assertThat(fixture.get(Kinds.NAMESPACES, "", "home").toString())
                .contains("example.com/mine in 1 resource instances");
        fixture.change(Kinds.CONFIG_MAPS, "home", "held", "{\"metadata\":{\"finalizers\":null}}");
        // Sooner than any periodic resync.
        await().until(() -> !isThere());
    }

    @Test
    void podsEndInTheirTimeBeforeTheRestGoes() throws Exception {
        Pod pod = fixture.create(Kinds.PODS, "home", """
                {"metadata":{"name":"p"},"spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}]}}""");
        map("home", "a", "");
        fixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> fixture.get(Kinds.NAMESPACES, "", "home").toString().contains("pods. has 1 resource instances"));
        assertThat(fixture.get(Kinds.PODS, "home", "p")
                        .path("metadata")
                        .path("deletionGracePeriodSeconds")
                        .asInt())
                .isEqualTo(30);
        assertThat(fixture.api().find(Kinds.CONFIG_MAPS, "home", "a")).isPresent();
        // As the kubelet does when it is done.
        fixture.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().withGracePeriod(0));
        await().until(() -> !isThere());
    }

    @Test
    void namespaceThatIsHeldByOthersIsGivenUpButStays() throws Exception {
        fixture.change(Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}");
        fixture.api().delete(home, Kinds.NAMESPACES);
        soon(() -> fixture.get(Kinds.NAMESPACES, "", "home")
                .path("spec")
                .path("finalizers")
                .isEmpty());
        fixture.change(Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":null}}");
        soon(() -> !isThere());
    }
}
