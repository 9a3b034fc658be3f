package dev.stowage.kube.client;

import dev.stowage.kube.credential.ExecCredential;
import dev.stowage.kube.credential.ExecCredentialPlugin;
import dev.stowage.kube.credential.ExecPluginConfig;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The address of the API server and our credentials: from a kubeconfig, or from the service account files of a
/// pod. Rotated tokens are read again. Thread-safe.
public final class ClusterAccess {
    private static final Logger log = LoggerFactory.getLogger(ClusterAccess.class);
    private static final Duration TOKEN_LASTS = Duration.ofMinutes(1);

    private final RestConfig access;
    private final @Nullable ExecCredentialPlugin plugin;
    private volatile SSLContext tls;
    /// The client certificate of the plug-in that [#tls] uses; empty without one.
    private String pluginCertificate = "";
    /// The credential of the plug-in that requests are sent with.
    private volatile ExecCredential used = ExecCredential.NONE;
    private volatile String token;
    private volatile long tokenRead = System.nanoTime();

    private ClusterAccess(RestConfig access, @Nullable ExecCredentialPlugin plugin) throws IOException {
        this.access = access;
        this.plugin = plugin;
        this.tls = ClientTls.of(access);
        this.token = access.token();
        if (plugin != null) {
            use(plugin.current());
        }
        readTokenFile();
    }

    /// @param kubeconfig the file; empty to use `KUBECONFIG`, the pod's service account, or `~/.kube/config`
    /// @param server overrides the address; empty to keep it
    public static ClusterAccess of(String kubeconfig, String server) throws IOException {
        return of(kubeconfig, server, System.getenv());
    }

    static ClusterAccess of(String kubeconfig, String server, Map<String, String> environment) throws IOException {
        String given = kubeconfig.isEmpty() ? environment.getOrDefault("KUBECONFIG", "") : kubeconfig;
        if (!given.isEmpty()) {
            return fromFile(Path.of(given.split(File.pathSeparator, 2)[0]), server);
        }
        Optional<RestConfig> pod = InClusterConfig.find(environment, InClusterConfig.FOLDER);
        if (pod.isPresent()) {
            return new ClusterAccess(at(pod.get(), server), null);
        }
        return fromFile(Path.of(environment.getOrDefault("HOME", "/"), ".kube", "config"), server);
    }

    /// Whether this process runs in a pod that has a service account.
    public static boolean isInPod(Map<String, String> environment) {
        return InClusterConfig.isPresent(environment, InClusterConfig.FOLDER);
    }

    private static ClusterAccess fromFile(Path file, String server) throws IOException {
        KubeconfigFile.Context context = KubeconfigFile.read(file);
        Optional<ExecPluginConfig> plugin = context.plugin();
        return new ClusterAccess(
                at(context.access(), server),
                plugin.isEmpty() ? null : ExecCredentialPlugin.start(plugin.get(), InstantSource.system()));
    }

    private static RestConfig at(RestConfig access, String server) {
        String address = server.isEmpty() ? access.server().toString() : server;
        return access.withServer(URI.create(address.replaceAll("/+$", "")));
    }

    public URI server() {
        return access.server();
    }

    /// The default namespace, as kubectl determines it.
    public String namespace() {
        return access.namespace().isEmpty() ? "default" : access.namespace();
    }

    /// The certificate authority of the server, in PEM; empty to use the JDK's.
    String certificateAuthority() {
        return new String(access.authority(), StandardCharsets.UTF_8);
    }

    SSLContext tls() {
        return tls;
    }

    /// The namespace of this pod: from `POD_NAMESPACE`, otherwise from its files, otherwise `default`.
    public static String podNamespace() {
        String given = System.getenv("POD_NAMESPACE");
        if (given != null && !given.isEmpty()) {
            return given;
        }
        try {
            String written = InClusterConfig.namespace(InClusterConfig.FOLDER);
            return written.isEmpty() ? "default" : written;
        } catch (IOException e) {
            return "default";
        }
    }

    /// The value of the header `Authorization`; empty for a client with a certificate.
    Optional<String> authorization() {
        if (plugin != null) {
            use(plugin.current());
        } else if (System.nanoTime() - tokenRead > TOKEN_LASTS.toNanos()) {
            readTokenFile();
        }
        String now = token;
        return now.isEmpty() ? Optional.empty() : Optional.of("Bearer " + now);
    }

    /// Called when the server rejects our credentials: the token may have been rotated.
    void refresh() {
        if (plugin != null) {
            plugin.renew(used);
            use(plugin.current());
        }
        readTokenFile();
    }

    /// A new certificate is presented on the next connections.
    private synchronized void use(ExecCredential credential) {
        token = credential.token();
        used = credential;
        if (credential.certificate().equals(pluginCertificate)) {
            return;
        }
        try {
            tls = ClientTls.of(access.withCertificate(credential.certificate(), credential.key()));
            pluginCertificate = credential.certificate();
        } catch (IOException e) {
            log.warn("Keeping the previous client certificate: {}", e.getMessage());
        }
    }

    private void readTokenFile() {
        tokenRead = System.nanoTime();
        access.changingToken().ifPresent(file -> {
            try {
                token = Files.readString(file).strip();
            } catch (IOException e) {
                log.warn("Failed to read the token in {}; using the previous one: {}", file, e.getMessage());
            }
        });
    }
}
