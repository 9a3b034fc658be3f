package dev.stowage.apiserver;

import dev.stowage.apiserver.admission.Admission;
import dev.stowage.apiserver.auth.ClusterAccess;
import dev.stowage.apiserver.auth.Kubeconfig;
import dev.stowage.apiserver.auth.Witness;
import dev.stowage.apiserver.auth.WitnessedAccess;
import dev.stowage.apiserver.auth.bootstrap.Bootstrap;
import dev.stowage.apiserver.auth.pki.Identity;
import dev.stowage.apiserver.auth.pki.Pem;
import dev.stowage.apiserver.auth.pki.Pki;
import dev.stowage.apiserver.auth.pki.PrivateFile;
import dev.stowage.apiserver.auth.pki.Profile;
import dev.stowage.apiserver.auth.pki.ServerTls;
import dev.stowage.apiserver.crd.CustomResources;
import dev.stowage.apiserver.engine.Engine;
import dev.stowage.apiserver.group.BuiltIns;
import dev.stowage.apiserver.http.ApiServer;
import dev.stowage.apiserver.proxy.KubeletProxy;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.SqliteStore;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;

/// A whole server with its data, from a folder. It serves from when it was started until it is closed.
public final class EmbeddedApi implements AutoCloseable {
    private static final int USUAL_PORT = 6443;

    private final EmbeddedApiOptions options;
    private final Keys keys;
    private final Store store;
    private final ClusterAccess access;
    private final CustomResources custom;
    private final ApiServer server;

    private EmbeddedApi(
            EmbeddedApiOptions options,
            Keys keys,
            Store store,
            ClusterAccess access,
            CustomResources custom,
            ApiServer server) {
        this.options = options;
        this.keys = keys;
        this.store = store;
        this.access = access;
        this.custom = custom;
        this.server = server;
    }

    /// Everything that takes time to make and needs no data.
    private record Keys(Pki pki, Identity administrator, SSLContext serving, SSLContext calling) {}

    /// Returns when requests are answered.
    ///
    /// @throws IOException when the data cannot be used or the port is not to be had
    public static EmbeddedApi start(EmbeddedApiOptions options) throws IOException, InterruptedException {
        return start(options, Witness.NOBODY);
    }

    /// The same with somebody who sees every request.
    public static EmbeddedApi start(EmbeddedApiOptions options, Witness witness)
            throws IOException, InterruptedException {
        PrivateFile.folder(options.data());
        // Three things that do not need each other: keys, types, and the data.
        CompletableFuture<Keys> coming = CompletableFuture.supplyAsync(() -> keys(options));
        CompletableFuture<Registry> types = CompletableFuture.supplyAsync(EmbeddedApi::builtIns);
        Store store = SqliteStore.open(options.data().resolve("store"), StoreOptions.standard());
        try {
            Keys keys = coming.join();
            Clock clock = Clock.systemUTC();
            int port = options.port() == 0 ? USUAL_PORT : options.port();
            Bootstrap.run(store, Pem.of(keys.pki().authority()), port, clock);
            ClusterAccess access = ClusterAccess.open(
                    options.data(), keys.pki(), store, clock, options.tokens(), options.host() + ":" + port);
            Registry registry = types.join();
            CustomResources custom = new CustomResources(store, registry, clock);
            custom.install();
            custom.start();
            ApiServer server = ApiServer.start(new ApiServer.Setup(
                    store,
                    registry,
                    new WitnessedAccess(access, witness),
                    new Admission(),
                    Optional.of(keys.serving()),
                    options.host(),
                    options.port(),
                    clock,
                    options.gates(),
                    options.eventTtl().time(),
                    Optional.of(new KubeletProxy(store, keys.calling()))));
            return new EmbeddedApi(options, keys, store, access, custom, server);
        } catch (CompletionException e) {
            store.close();
            throw e.getCause() instanceof UncheckedIOException wrapped ? wrapped.getCause() : new IOException(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static Registry builtIns() {
        Registry registry = new Registry();
        registry.putAll(BuiltIns.all(Types::of));
        return registry;
    }

    private static Keys keys(EmbeddedApiOptions options) {
        try {
            Pki pki = Pki.open(options.data().resolve("pki"), Clock.systemUTC());
            Identity server = pki.identity("apiserver", Profile.server("kube-apiserver", Pki.names(options.names())));
            Identity administrator = pki.identity("admin", Profile.client("kubernetes-admin", "system:masters"));
            Identity client = pki.identity(
                    "apiserver-kubelet-client", Profile.client("kube-apiserver-kubelet-client", "system:masters"));
            return new Keys(
                    pki,
                    administrator,
                    ServerTls.serving(server, pki.authority()),
                    ServerTls.calling(client, pki.authority()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException("TLS cannot be set up: " + e.getMessage(), e));
        }
    }

    public int port() {
        return server.port();
    }

    /// Such as `https://127.0.0.1:6443`.
    public String address() {
        String host = options.host().equals("0.0.0.0") || options.host().equals("::") ? "127.0.0.1" : options.host();
        return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /// Writes a file with which the administrator's client finds this server.
    public void writeKubeconfig(Path file) throws IOException {
        Kubeconfig.write(file, address(), keys.pki().authority(), keys.administrator());
    }

    /// Who signs the certificates of servers and clients here.
    public Pki pki() {
        return keys.pki();
    }

    /// The same that requests reach, for those who live in this process.
    public Engine engine() {
        return server.engine();
    }

    /// Lets requests that are under way finish within a bound. What was answered is on disk.
    @Override
    public void close() throws IOException {
        // Whatever the server does at its end, the data is closed in order.
        try (store;
                access;
                custom) {
            server.close();
        }
    }
}
