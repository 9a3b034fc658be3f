package dev.stowage.apiserver;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The command line of the server.
final class ApiServerFlags {
    private final FlagSet flags = new FlagSet(
                    "stowage apiserver --data DIR --port P [flags]",
                    "Serve the Kubernetes API from one directory, with its own TLS certificates and RBAC rules.")
            .examples("""
                    stowage apiserver --data /var/lib/stowage/api --port 6443 --kubeconfig-out ~/.kube/stowage
                    kubectl --kubeconfig ~/.kube/stowage get namespaces""");

    private final Flag<String> data =
            flags.required("data", Flag.DIRECTORY, "Directory for all data (created if missing).");
    private final Flag<Integer> port = flags.integer("port", 6443, "Port to listen on; 0 for any free port.");
    private final Flag<String> host = flags.text("bind-address", "127.0.0.1", "Address to listen on.");
    private final Flag<String> kubeconfig =
            flags.file("kubeconfig-out", "", "Write the administrator's kubeconfig to this file.");
    private final Flag<List<String>> names =
            flags.list("tls-san", List.of(), "Additional names and addresses for the server certificate.");
    private final Flag<String> tokens = flags.file(
            "token-file", "", "File with additional tokens, one per line: token,user,uid,\"group1,group2\".");
    private final Flag<String> kubeletAuthority = flags.file(
            "kubelet-certificate-authority",
            "",
            "CA bundle that verifies the kubelets' serving certificates (default: the CA of this server).");
    private final Flag<Map<String, String>> gates =
            flags.pairs("feature-gates", "Feature gates to enable that Kubernetes 1.36 disables by default.");

    private final Flag<EventTtl> eventTtl = EventTtl.flag(flags);

    private final ParsedFlags parsed;

    ApiServerFlags(List<String> args) {
        parsed = flags.parse(args);
    }

    EmbeddedApiOptions options() {
        int listenPort = parsed.value(port);
        if (listenPort < 0 || listenPort > 65535) {
            throw new UsageException("flag --port: " + listenPort + " is not a port (must be 0 to 65535)");
        }
        String address = parsed.value(host);
        List<String> all = new ArrayList<>(parsed.value(names));
        if (!address.equals("0.0.0.0") && !address.equals("::")) {
            all.add(address);
        }
        return new EmbeddedApiOptions(
                path("data", parsed.value(data)),
                address,
                listenPort,
                all,
                gates(),
                file("token-file", tokens),
                file("kubelet-certificate-authority", kubeletAuthority),
                parsed.value(eventTtl),
                false);
    }

    private Set<String> gates() {
        Set<String> on = new HashSet<>();
        parsed.value(gates).forEach((gate, value) -> {
            switch (value) {
                case "true" -> on.add(gate);
                case "false" -> on.remove(gate);
                default ->
                    throw new UsageException(
                            "flag --feature-gates: %s=%s is neither true nor false".formatted(gate, value));
            }
        });
        return on;
    }

    Optional<Path> kubeconfig() {
        return file("kubeconfig-out", kubeconfig);
    }

    private Optional<Path> file(String name, Flag<String> flag) {
        String given = parsed.value(flag);
        return given.isEmpty() ? Optional.empty() : Optional.of(path(name, given));
    }

    private static Path path(String name, String text) {
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new UsageException("flag --" + name + ": \"" + text + "\" is not a valid path");
        }
    }
}
