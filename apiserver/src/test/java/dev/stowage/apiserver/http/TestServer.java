package dev.stowage.apiserver.http;

import dev.stowage.apiserver.admission.Admission;
import dev.stowage.apiserver.crd.CustomResources;
import dev.stowage.apiserver.group.BuiltIns;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.SqliteStore;
import dev.stowage.apiserver.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/// A server with the built-in resources, without TLS, in which everybody may do everything.
final class TestServer implements AutoCloseable {
    private final SqliteStore store;
    private final CustomResources custom;
    private final ApiServer server;

    private TestServer(SqliteStore store, CustomResources custom, ApiServer server) {
        this.store = store;
        this.custom = custom;
        this.server = server;
    }

    static TestServer start(Path data, int port, StoreOptions options) throws IOException, InterruptedException {
        return start(data, port, options, Duration.ofHours(1));
    }

    static TestServer start(Path data, int port, StoreOptions options, Duration eventTtl)
            throws IOException, InterruptedException {
        SqliteStore store = SqliteStore.open(data, options);
        Registry registry = new Registry();
        registry.putAll(BuiltIns.all(Types::of));
        CustomResources custom = new CustomResources(store, registry, InstantSource.system());
        custom.start();
        ApiServer server = ApiServer.start(new ApiServer.Setup(
                store,
                registry,
                new EverybodyMay(),
                new Admission(),
                Optional.empty(),
                "127.0.0.1",
                port,
                InstantSource.system(),
                Set.of(),
                eventTtl,
                Optional.empty()));
        return new TestServer(store, custom, server);
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

    /// For trying things out by hand.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (TestServer server =
                start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), StoreOptions.standard())) {
            System.out.println("listening on " + server.port());
            Thread.currentThread().join();
        }
    }
}
