package dev.stowage.control.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.control.stage.Stage;
import dev.stowage.kube.client.DeleteOptions;
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

class EmptyingTest {
    private Stage stage;
    private Emptying emptying;
    private Namespace home;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        stage = new Stage(folder);
        emptying = new Emptying(stage.shared("namespace-controller"), new HomeOptions(2, Duration.ZERO));
        stage.informers().start();
        emptying.start();
        home = stage.create(Kinds.NAMESPACES, "", "{\"metadata\":{\"name\":\"home\"}}");
        stage.create(Kinds.SERVICE_ACCOUNTS, "home", "{\"metadata\":{\"name\":\"default\"}}");
    }

    @AfterEach
    void close() throws Exception {
        emptying.close();
        stage.close();
    }

    private static void soon(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private boolean isThere() throws Exception {
        return stage.api().find(Kinds.NAMESPACES, "", "home").isPresent();
    }

    private void map(String namespace, String name, String finalizers) throws Exception {
        stage.create(Kinds.CONFIG_MAPS, namespace, """
                {"metadata":{"name":"%s","finalizers":[%s]}}""".formatted(name, finalizers));
    }

    @Test
    void namespaceGoesWithAllThatIsInIt() throws Exception {
        map("home", "a", "");
        map("default", "b", "");
        stage.create(Kinds.SECRETS, "home", "{\"metadata\":{\"name\":\"s\"}}");
        stage.api().delete(home, Kinds.NAMESPACES);
        soon(() -> !isThere());
        assertThat(stage.api().list(Kinds.CONFIG_MAPS, "home").items()).isEmpty();
        assertThat(stage.api().list(Kinds.SECRETS, "home").items()).isEmpty();
        assertThat(stage.api().find(Kinds.CONFIG_MAPS, "default", "b")).isPresent();
    }

    @Test
    void whatIsHeldHoldsTheNamespaceAndItSaysWhy() throws Exception {
        map("home", "held", "\"example.com/mine\"");
        stage.api().delete(home, Kinds.NAMESPACES);
        soon(() -> stage.get(Kinds.NAMESPACES, "", "home")
                .toString()
                .contains("Some resources are remaining: configmaps. has 1 resource instances"));
        assertThat(stage.get(Kinds.NAMESPACES, "", "home").toString())
                .contains("example.com/mine in 1 resource instances");
        stage.change(Kinds.CONFIG_MAPS, "home", "held", "{\"metadata\":{\"finalizers\":null}}");
        // Sooner than anything that looks from time to time.
        await().until(() -> !isThere());
    }

    @Test
    void podsEndInTheirTimeBeforeTheRestGoes() throws Exception {
        Pod pod = stage.create(Kinds.PODS, "home", """
                {"metadata":{"name":"p"},"spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}]}}""");
        map("home", "a", "");
        stage.api().delete(home, Kinds.NAMESPACES);
        soon(() -> stage.get(Kinds.NAMESPACES, "", "home").toString().contains("pods. has 1 resource instances"));
        assertThat(stage.get(Kinds.PODS, "home", "p")
                        .path("metadata")
                        .path("deletionGracePeriodSeconds")
                        .asInt())
                .isEqualTo(30);
        assertThat(stage.api().find(Kinds.CONFIG_MAPS, "home", "a")).isPresent();
        // As the kubelet does when it is done.
        stage.api().delete(pod, Kinds.PODS, DeleteOptions.defaults().within(0));
        await().until(() -> !isThere());
    }

    @Test
    void namespaceThatIsHeldByOthersIsGivenUpButStays() throws Exception {
        stage.change(Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}");
        stage.api().delete(home, Kinds.NAMESPACES);
        soon(() -> stage.get(Kinds.NAMESPACES, "", "home")
                .path("spec")
                .path("finalizers")
                .isEmpty());
        stage.change(Kinds.NAMESPACES, "", "home", "{\"metadata\":{\"finalizers\":null}}");
        soon(() -> !isThere());
    }
}
