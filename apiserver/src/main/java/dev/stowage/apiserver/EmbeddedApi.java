package dev.stowage.apiserver;

import dev.stowage.apiserver.accesscontrol.AccessObserver;
import dev.stowage.apiserver.accesscontrol.ClusterAccessControl;
import dev.stowage.apiserver.accesscontrol.ObservedAccessControl;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.apiextensions.CustomResourceController;
import dev.stowage.apiserver.bootstrap.ClusterBootstrap;
import dev.stowage.apiserver.bootstrap.ServerEndpoints;
import dev.stowage.apiserver.endpoints.ApiServer;
import dev.stowage.apiserver.proxy.KubeletProxy;
import dev.stowage.apiserver.registry.generic.GenericRegistry;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.resourcemetrics.MetricsGroup;
import dev.stowage.apiserver.resourcemetrics.MetricsObjectStore;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PkiDirectory;
import dev.stowage.x509.PrivateFile;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;

/// A complete API server with its data in a directory. It serves from its start until it is closed.
public final class EmbeddedApi implements AutoCloseable {
    private static final int USUAL_PORT = 6443;

    private final EmbeddedApiOptions options;
    private final Keys keys;
    private final ObjectStore objectStore;
    private final ClusterAccessControl access;
    private final CustomResourceController custom;
    private final ApiServer server;

    private EmbeddedApi(
            EmbeddedApiOptions options,
            Keys keys,
            ObjectStore objectStore,
            ClusterAccessControl access,
            CustomResourceController custom,
            ApiServer server) {
        this.options = options;
        this.keys = keys;
        this.objectStore = objectStore;
        this.access = access;
        this.custom = custom;
        this.server = server;
    }

    /// Everything that is slow to create and needs no data.
    private record Keys(
            PkiDirectory pkiDirectory, CertificateKeyPair administrator, SSLContext serving, SSLContext calling) {}

    /// Returns when requests are answered.
    ///
    /// @throws IOException when the data cannot be used or the port is not available
    public static EmbeddedApi start(EmbeddedApiOptions options) throws IOException, InterruptedException {
        return start(options, AccessObserver.NOBODY);
    }

    /// The same with an observer of every request.
    public static EmbeddedApi start(EmbeddedApiOptions options, AccessObserver accessObserver)
            throws IOException, InterruptedException {
        PrivateFile.folder(options.data());
        // Keys, types and data do not depend on each other, so they are loaded in parallel.
        CompletableFuture<Keys> coming = CompletableFuture.supplyAsync(() -> keys(options));
        CompletableFuture<ServedResources> types = CompletableFuture.supplyAsync(EmbeddedApi::builtIns);
        ObjectStore objectStore = SqliteObjectStore.open(options.data().resolve("store"), StorageOptions.standard());
        try {
            Keys keys = coming.join();
            Clock clock = Clock.systemUTC();
            int port = options.port() == 0 ? USUAL_PORT : options.port();
            ClusterBootstrap.run(objectStore, PemEncoding.of(keys.pkiDirectory().authority()), port, clock);
            ClusterAccessControl access = ClusterAccessControl.open(
                    options.data(),
                    keys.pkiDirectory(),
                    objectStore,
                    clock,
                    options.tokens(),
                    options.host() + ":" + port);
            ServedResources servedResources = types.join();
            CustomResourceController custom = new CustomResourceController(objectStore, servedResources, clock);
            ObservedAccessControl observed = new ObservedAccessControl(access, accessObserver);
            KubeletProxy kubelets = new KubeletProxy(objectStore, keys.calling());
            if (options.resourceMetrics()) {
                servedResources.putAll(MetricsGroup.resources());
                objectStore = MetricsObjectStore.over(objectStore, kubelets, clock);
            }
            ApiServer.Setup setup = new ApiServer.Setup(
                    objectStore,
                    servedResources,
                    observed,
                    new AdmissionChain(observed),
                    Optional.of(keys.serving()),
                    options.host(),
                    options.port(),
                    clock,
                    options.gates(),
                    options.eventTtl().time(),
                    Optional.of(kubelets));
            return new EmbeddedApi(options, keys, objectStore, access, custom, serve(custom, setup));
        } catch (CompletionException e) {
            objectStore.close();
            throw e.getCause() instanceof UncheckedIOException wrapped ? wrapped.getCause() : new IOException(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            objectStore.close();
            throw e;
        }
    }

    private static ApiServer serve(CustomResourceController custom, ApiServer.Setup setup)
            throws IOException, InterruptedException {
        try {
            custom.install();
            custom.start();
            return publish(ApiServer.start(setup), setup);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // It would watch a closed store otherwise.
            custom.close();
            throw e;
        }
    }

    private static ApiServer publish(ApiServer server, ApiServer.Setup setup) throws IOException, InterruptedException {
        try {
            ServerEndpoints.publish(setup.objectStore(), setup.host(), server.port(), setup.clock());
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static ServedResources builtIns() {
        ServedResources servedResources = new ServedResources();
        servedResources.putAll(BuiltInResources.all(BuiltInTypes::of));
        return servedResources;
    }

    private static Keys keys(EmbeddedApiOptions options) {
        try {
            PkiDirectory pkiDirectory = PkiDirectory.open(options.data().resolve("pki"), Clock.systemUTC());
            CertificateKeyPair server = pkiDirectory.identity(
                    "apiserver", CertificateProfile.server("kube-apiserver", PkiDirectory.names(options.names())));
            CertificateKeyPair administrator =
                    pkiDirectory.identity("admin", CertificateProfile.client("kubernetes-admin", "system:masters"));
            CertificateKeyPair client = pkiDirectory.identity(
                    "apiserver-kubelet-client",
                    CertificateProfile.client("kube-apiserver-kubelet-client", "system:masters"));
            return new Keys(
                    pkiDirectory,
                    administrator,
                    TlsContexts.server(server, List.of(pkiDirectory.authority())),
                    TlsContexts.client(client, kubeletAuthorities(options, pkiDirectory)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException("cannot set up TLS: " + e.getMessage(), e));
        }
    }

    private static List<X509Certificate> kubeletAuthorities(EmbeddedApiOptions options, PkiDirectory pkiDirectory)
            throws IOException, GeneralSecurityException {
        if (options.kubeletAuthority().isEmpty()) {
            return List.of(pkiDirectory.authority());
        }
        Path file = options.kubeletAuthority().get();
        try {
            List<X509Certificate> authorities = PemEncoding.certificates(Files.readString(file));
            if (authorities.isEmpty()) {
                throw new GeneralSecurityException(file + " does not contain a certificate");
            }
            return authorities;
        } catch (NoSuchFileException e) {
            throw new IOException("cannot read the kubelet certificate authority: " + file + " does not exist", e);
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

    /// Writes a kubeconfig for the administrator of this server.
    public void writeKubeconfig(Path file) throws IOException {
        KubeconfigWriter.write(file, address(), keys.pkiDirectory().authority(), keys.administrator());
    }

    /// The certificate authority of servers and clients.
    public PkiDirectory pkiDirectory() {
        return keys.pkiDirectory();
    }

    /// The registry behind the requests, for callers in this process.
    public GenericRegistry genericRegistry() {
        return server.genericRegistry();
    }

    /// Lets running requests finish within a limit. All acknowledged writes are on disk.
    @Override
    public void close() throws IOException {
        // The data is closed properly even if stopping the server fails.
        try (objectStore;
                access;
                custom) {
            server.close();
        }
    }
}
