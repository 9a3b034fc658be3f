package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.apiextensions.CustomResourceController;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.kubetypes.BuiltInTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/// A server with the built-in resources, without TLS, that allows everything.
final class TestServer implements AutoCloseable {
    private final SqliteObjectStore store;
    private final ServedResources servedResources;
    private final CustomResourceController custom;
    private final ApiServer server;

    private TestServer(
            SqliteObjectStore store,
            ServedResources servedResources,
            CustomResourceController custom,
            ApiServer server) {
        this.store = store;
        this.servedResources = servedResources;
        this.custom = custom;
        this.server = server;
    }

    static TestServer start(Path data, int port, StorageOptions options) throws IOException, InterruptedException {
        return start(data, port, options, Duration.ofHours(1));
    }

    static TestServer start(Path data, int port, StorageOptions options, Duration eventTtl)
            throws IOException, InterruptedException {
        SqliteObjectStore store = SqliteObjectStore.open(data, options);
        ServedResources servedResources = new ServedResources();
        servedResources.putAll(BuiltInResources.all(BuiltInTypes::of));
        CustomResourceController custom = new CustomResourceController(store, servedResources, InstantSource.system());
        custom.start();
        AllowAllAccess access = new AllowAllAccess();
        ApiServer server = ApiServer.start(new ApiServer.Setup(
                store,
                servedResources,
                access,
                new AdmissionChain(access),
                Optional.empty(),
                "127.0.0.1",
                port,
                InstantSource.system(),
                Set.of(),
                eventTtl,
                Optional.empty()));
        return new TestServer(store, servedResources, custom, server);
    }

    ServedResources servedResources() {
        return servedResources;
    }

    int port() {
        return server.port();
    }

    int lasting() {
        return server.lasting();
    }

    @Override
    public void close() throws IOException {
        server.close();
        custom.close();
        store.close();
    }

    /// For manual experiments.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (TestServer server =
                start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), StorageOptions.standard())) {
            System.out.println("listening on " + server.port());
            Thread.currentThread().join();
        }
    }
}
