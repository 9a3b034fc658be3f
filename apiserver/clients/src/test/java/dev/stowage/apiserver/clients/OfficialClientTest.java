package dev.stowage.apiserver.clients;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.reflect.TypeToken;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.Watch;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client for Java of the Kubernetes project.
final class OfficialClientTest {
    private static final String NAMESPACE = "default";

    @TempDir
    private Path folder;

    private EmbeddedApi api;
    private ApiClient client;
    private CoreV1Api core;

    @BeforeEach
    void open() throws Exception {
        api = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("data")));
        Path kubeconfig = folder.resolve("kubeconfig");
        api.writeKubeconfig(kubeconfig);
        try (Reader reader = Files.newBufferedReader(kubeconfig)) {
            client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(reader)).build();
        }
        client.setReadTimeout(0); // its informers insist on it
        core = new CoreV1Api(client);
    }

    @AfterEach
    void close() throws Exception {
        client.getHttpClient().dispatcher().executorService().shutdownNow();
        client.getHttpClient().connectionPool().evictAll();
        api.close();
    }

    private void create(String name) throws ApiException {
        V1ConfigMap map =
                new V1ConfigMap().metadata(new V1ObjectMeta().name(name)).data(Map.of("color", "blue"));
        core.createNamespacedConfigMap(NAMESPACE, map).execute();
    }

    private void delete(String name) throws ApiException {
        core.deleteNamespacedConfigMap(name, NAMESPACE).execute();
    }

    private static String name(V1ConfigMap map) {
        return String.valueOf(requireNonNull(map.getMetadata()).getName());
    }

    @Test
    void itCreatesListsAndDeletes() throws Exception {
        create("settings");

        assertThat(core.listNamespacedConfigMap(NAMESPACE).execute().getItems())
                .singleElement()
                .satisfies(map -> assertThat(map.getData()).containsEntry("color", "blue"));
        delete("settings");
        assertThat(core.listNamespacedConfigMap(NAMESPACE).execute().getItems()).isEmpty();
    }

    @Test
    void aWatchReceivesEvents() throws Exception {
        create("one");
        var call = core.listNamespacedConfigMap(NAMESPACE).watch(true).buildCall(null);
        try (Watch<V1ConfigMap> watch =
                Watch.createWatch(client, call, new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType())) {
            Watch.Response<V1ConfigMap> first = watch.next();
            assertThat(first.type + " " + name(first.object)).isEqualTo("ADDED one");
            delete("one");
            Watch.Response<V1ConfigMap> second = watch.next();
            assertThat(second.type + " " + name(second.object)).isEqualTo("DELETED one");
        }
    }

    @Test
    void anInformerStartsAndReceivesEvents() throws Exception {
        create("before");
        Queue<String> events = new ConcurrentLinkedQueue<>();
        SharedInformerFactory factory = new SharedInformerFactory(client);
        SharedIndexInformer<V1ConfigMap> informer = factory.sharedIndexInformerFor(
                parameters -> core.listNamespacedConfigMap(NAMESPACE)
                        .resourceVersion(parameters.resourceVersion)
                        .timeoutSeconds(parameters.timeoutSeconds)
                        .watch(parameters.watch)
                        .buildCall(null),
                V1ConfigMap.class,
                V1ConfigMapList.class);
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(V1ConfigMap map) {
                events.add("added " + name(map));
            }

            @Override
            public void onUpdate(V1ConfigMap old, V1ConfigMap map) {
                events.add("updated " + name(map));
            }

            @Override
            public void onDelete(V1ConfigMap map, boolean unknown) {
                events.add("deleted " + name(map));
            }
        });
        factory.startAllRegisteredInformers();
        try {
            await().until(() -> events.contains("added before"));
            create("after");
            await().until(() -> events.contains("added after"));
            delete("before");
            await().until(() -> events.contains("deleted before"));
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }
}
