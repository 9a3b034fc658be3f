package dev.stowage.apiserver.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client of fabric8, which reads EC keys only in SEC 1 and watches over WebSockets.
final class FabricClientTest {
    @TempDir
    private Path folder;

    private EmbeddedApi api;
    private KubernetesClient client;

    @BeforeEach
    void open() throws Exception {
        api = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("data")));
        Path kubeconfig = folder.resolve("kubeconfig");
        api.writeKubeconfig(kubeconfig);
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                .build();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        api.close();
    }

    private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> configMaps() {
        return client.configMaps().inNamespace("default");
    }

    private void create(String name) {
        configMaps()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withData(Map.of("color", "blue"))
                        .build())
                .create();
    }

    @Test
    void itCreatesListsAndDeletes() {
        create("settings");

        assertThat(configMaps().list().getItems()).singleElement().satisfies(map -> {
            assertThat(map.getMetadata().getName()).isEqualTo("settings");
            assertThat(map.getData()).containsEntry("color", "blue");
        });
        configMaps().withName("settings").delete();
        assertThat(configMaps().list().getItems()).isEmpty();
    }

    @Test
    void itReportsItsVersionAndItsResources() {
        assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo("v1.36.3");
        assertThat(client.storage().v1().storageClasses().list().getItems()).isEmpty();
    }

    @Test
    void aWatchReceivesEvents() {
        Queue<String> events = new ConcurrentLinkedQueue<>();
        try (Watch _ = configMaps().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap map) {
                events.add(action + " " + map.getMetadata().getName());
            }

            @Override
            public void onClose(WatcherException cause) {
                events.add("closed: " + cause.getMessage());
            }
        })) {
            create("one");
            configMaps()
                    .withName("one")
                    .edit(map ->
                            new ConfigMapBuilder(map).addToData("size", "s").build());
            configMaps().withName("one").delete();

            await().until(() -> events.size() >= 3);
            assertThat(events).containsExactly("ADDED one", "MODIFIED one", "DELETED one");
        }
    }

    @Test
    void anInformerStartsAndReceivesEvents() {
        create("before");
        Queue<String> events = new ConcurrentLinkedQueue<>();
        try (SharedIndexInformer<ConfigMap> informer = configMaps().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {
                events.add("added " + map.getMetadata().getName());
            }

            @Override
            public void onUpdate(ConfigMap old, ConfigMap map) {
                events.add("updated " + map.getMetadata().getName());
            }

            @Override
            public void onDelete(ConfigMap map, boolean unknown) {
                events.add("deleted " + map.getMetadata().getName());
            }
        })) {
            await().until(informer::hasSynced);
            create("after");
            await().until(() -> events.contains("added after"));
            configMaps().withName("before").delete();

            await().until(() -> events.contains("deleted before"));
            assertThat(informer.isWatching()).isTrue();
            assertThat(informer.getStore().list())
                    .extracting(map -> map.getMetadata().getName())
                    .containsExactly("after");
            assertThat(events).startsWith("added before");
        }
    }
}
