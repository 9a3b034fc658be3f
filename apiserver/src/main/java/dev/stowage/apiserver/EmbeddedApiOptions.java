package dev.stowage.apiserver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Options of an embedded API server.
///
/// @param data the directory for all data; created if missing
/// @param port 0 for any free port
/// @param names additional host names and addresses for its certificate
/// @param gates features that are enabled in addition to the defaults of Kubernetes 1.36
/// @param tokens a file with additional tokens: `token,user,uid,"group1,group2"` in each line
/// @param kubeletAuthority a file with the authorities that issue the certificates of kubelets; empty for the server's
///     own authority
/// @param resourceMetrics whether the metrics API is served, as metrics-server does in other clusters
public record EmbeddedApiOptions(
        Path data,
        String host,
        int port,
        List<String> names,
        Set<String> gates,
        Optional<Path> tokens,
        Optional<Path> kubeletAuthority,
        EventTtl eventTtl,
        boolean resourceMetrics) {

    public EmbeddedApiOptions {
        names = List.copyOf(names);
        gates = Set.copyOf(gates);
    }

    /// On loopback, on any free port.
    public static EmbeddedApiOptions in(Path data) {
        return new EmbeddedApiOptions(
                data, "127.0.0.1", 0, List.of(), Set.of(), Optional.empty(), Optional.empty(), EventTtl.USUAL, false);
    }

    public EmbeddedApiOptions port(int other) {
        return new EmbeddedApiOptions(
                data, host, other, names, gates, tokens, kubeletAuthority, eventTtl, resourceMetrics);
    }

    public EmbeddedApiOptions eventTtl(EventTtl other) {
        return new EmbeddedApiOptions(data, host, port, names, gates, tokens, kubeletAuthority, other, resourceMetrics);
    }

    public EmbeddedApiOptions kubeletAuthority(Path file) {
        return new EmbeddedApiOptions(
                data, host, port, names, gates, tokens, Optional.of(file), eventTtl, resourceMetrics);
    }

    public EmbeddedApiOptions withResourceMetrics() {
        return new EmbeddedApiOptions(data, host, port, names, gates, tokens, kubeletAuthority, eventTtl, true);
    }
}
