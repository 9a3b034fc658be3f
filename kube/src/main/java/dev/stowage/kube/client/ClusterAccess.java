package dev.stowage.kube.client;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where the API server is and who we are to it: from a kubeconfig, or from what every pod finds in its file system.
/// Tokens that change are read again. Thread-safe.
public final class ClusterAccess {
    private static final Logger log = LoggerFactory.getLogger(ClusterAccess.class);
    private static final Duration TOKEN_LASTS = Duration.ofMinutes(1);

    private final RestConfig access;
    private final @Nullable CredentialPluginConfig elaborate;
    private final SSLContext tls;
    private volatile String token;
    private volatile long tokenRead = System.nanoTime();

    private ClusterAccess(RestConfig access, @Nullable CredentialPluginConfig elaborate) throws IOException {
        this.access = access;
        this.elaborate = elaborate;
        this.tls = ClientTls.of(access);
        this.token = access.token();
        refresh();
    }

    /// @param kubeconfig the file; empty for what the environment says: `KUBECONFIG`, the pod's service
    ///     account, or the
    ///     user's own file
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

    private static ClusterAccess fromFile(Path file, String server) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("The kubeconfig " + file + " cannot be read. Name one with --kubeconfig.");
        }
        Optional<RestConfig> plain = KubeconfigFile.read(file);
        if (plain.isPresent()) {
            return new ClusterAccess(at(plain.get(), server), null);
        }
        var elaborate = new CredentialPluginConfig(file);
        return new ClusterAccess(at(elaborate.access(), server), elaborate);
    }

    private static RestConfig at(RestConfig access, String server) {
        String address = server.isEmpty() ? access.server().toString() : server;
        return access.withServer(URI.create(address.replaceAll("/+$", "")));
    }

    public URI server() {
        return access.server();
    }

    /// Where whoever names no namespace works, as kubectl has it.
    public String namespace() {
        return access.namespace().isEmpty() ? "default" : access.namespace();
    }

    /// Who signs the server's certificate, in PEM; empty when that is left to the JDK.
    String certificateAuthority() {
        return new String(access.authority(), StandardCharsets.UTF_8);
    }

    SSLContext tls() {
        return tls;
    }

    /// The namespace of this pod: what the environment says, else what its files say, else `default`.
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

    /// What goes into the header `Authorization`; empty for a client that its certificate names.
    Optional<String> authorization() {
        if (System.nanoTime() - tokenRead > TOKEN_LASTS.toNanos()) {
            refresh();
        }
        String now = elaborate == null ? token : elaborate.token().orElse("");
        return now.isEmpty() ? Optional.empty() : Optional.of("Bearer " + now);
    }

    /// The server did not know us: the token may have been exchanged.
    void refresh() {
        tokenRead = System.nanoTime();
        if (elaborate != null) {
            elaborate.refresh();
        }
        access.changingToken().ifPresent(file -> {
            try {
                token = Files.readString(file).strip();
            } catch (IOException e) {
                log.warn("The token in {} cannot be read; the one before is used: {}", file, e.getMessage());
            }
        });
    }
}
