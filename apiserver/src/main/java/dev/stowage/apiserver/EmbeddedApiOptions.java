package dev.stowage.apiserver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How a server is started.
///
/// @param data the directory for all data; created if missing
/// @param port 0 for any that is free
/// @param names more names and addresses by which clients call it, for its certificate
/// @param gates the features that are on beside those of Kubernetes 1.36
/// @param tokens a file with more tokens: `token,user,uid,"group1,group2"` in each line
public record EmbeddedApiOptions(
        Path data,
        String host,
        int port,
        List<String> names,
        Set<String> gates,
        Optional<Path> tokens,
        EventTtl eventTtl) {

    public EmbeddedApiOptions {
        names = List.copyOf(names);
        gates = Set.copyOf(gates);
    }

    /// On loopback, at any free port.
    public static EmbeddedApiOptions in(Path data) {
        return new EmbeddedApiOptions(data, "127.0.0.1", 0, List.of(), Set.of(), Optional.empty(), EventTtl.USUAL);
    }

    public EmbeddedApiOptions port(int other) {
        return new EmbeddedApiOptions(data, host, other, names, gates, tokens, eventTtl);
    }

    public EmbeddedApiOptions eventTtl(EventTtl other) {
        return new EmbeddedApiOptions(data, host, port, names, gates, tokens, other);
    }
}
