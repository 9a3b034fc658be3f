package dev.stowage.node;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LoggingFlags;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.nodestatus.NodeStatusOptions;
import dev.stowage.node.server.NodeServerOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `stowage node`.
final class NodeFlags {
    private static final int USUAL_PORT = 10250;
    private static final int USUAL_PODS = 110;

    private final FlagSet flags = new FlagSet(
            "stowage node --kubeconfig=FILE [--node-name=NAME] [--root-dir=DIRECTORY] [--runtime=process|cri] [flags]",
            "Run a node (in place of the kubelet): register CSI drivers, mount volumes and run pods.");
    private final Flag<String> name = flags.text("node-name", "", "Set the name of the node (default: the host name).");
    private final Flag<String> override = flags.text(
            "hostname-override", "", "Set the name of the node, as the kubelet's flag; --node-name takes precedence.");
    private final Flag<String> root = flags.directory(
            "root-dir", "/var/lib/kubelet", "Keep the files of pods, volumes and plugins in this directory.");
    private final Flag<String> logs = flags.directory(
            "pod-logs-dir", "", "Write container logs to this directory (default: pod-logs in --root-dir).");
    private final Flag<String> runtime = flags.choice(
            "runtime",
            List.of("process", "cri"),
            "process",
            "Run containers as plain processes (process) or with a CRI runtime (cri).");
    private final Flag<String> socket = flags.text(
            "container-runtime-endpoint",
            "unix:///run/containerd/containerd.sock",
            "Connect to the CRI runtime at this socket; used with --runtime=cri.");
    private final Flag<String> manifests = flags.file(
            "pod-manifest-path",
            "",
            "Run the static pods in the files of this directory, or in this file; files are YAML or JSON.");
    private final Flag<String> labels =
            flags.commaSeparated("node-labels", "Set labels of the node: KEY=VALUE, separated by commas.");
    private final Flag<Integer> pods = flags.integer("max-pods", USUAL_PODS, "Limit the number of pods on this node.");
    private final Flag<String> ip =
            flags.text("node-ip", "127.0.0.1", "Report this IP address, at which the API server reaches the node.");
    private final Flag<String> hostname = flags.text(
            "node-hostname",
            "localhost",
            "Report this host name for --node-ip; it must resolve where the API server runs.");
    private final Flag<String> address =
            flags.text("address", "127.0.0.1", "Serve logs, exec and metrics at this address.");
    private final Flag<Integer> port =
            flags.integer("port", USUAL_PORT, "Serve logs, exec and metrics at this port; 0 for any free port.");
    private final Flag<String> certificate = flags.file(
            "tls-cert-file", "", "Use this TLS certificate for the node server (default: a self-signed certificate).");
    private final Flag<String> key =
            flags.file("tls-private-key-file", "", "Use this private key with --tls-cert-file.");
    private final Flag<String> clients = flags.file(
            "client-ca-file",
            "",
            "Accept client certificates of this authority (default: the authority of the cluster).");
    private final ClusterFlags cluster = new ClusterFlags(flags, false);
    private final Flag<Boolean> version = flags.bool("version", false, "Print the version and exit.");
    private final LoggingFlags logging = new LoggingFlags(flags);

    /// Empty when only the version was requested, which is printed then.
    Optional<NodeOptions> parse(List<String> args, Environment environment) {
        ParsedFlags parsed = flags.parse(args);
        logging.apply(parsed, environment.logs());
        if (parsed.value(version)) {
            environment.out().println("stowage node " + environment.version());
            return Optional.empty();
        }
        cluster.requireNamed(parsed, environment.environment());
        Path folder = Path.of(parsed.value(root)).toAbsolutePath().normalize();
        return Optional.of(new NodeOptions(
                node(parsed, environment),
                new KubeletPaths(
                        folder,
                        parsed.value(logs).isEmpty() ? folder.resolve("pod-logs") : Path.of(parsed.value(logs))),
                file(parsed.value(manifests)),
                cri(parsed),
                new NodeStatusOptions(labels(parsed), parsed.value(ip), parsed.value(hostname), parsed.value(pods)),
                new NodeServerOptions(
                        parsed.value(address),
                        parsed.value(port),
                        file(parsed.value(certificate)),
                        file(parsed.value(key)),
                        file(parsed.value(clients))),
                () -> cluster.cluster(parsed),
                cluster.limits(parsed)));
    }

    private String node(ParsedFlags parsed, Environment environment) {
        return parsed.isSet(name)
                ? parsed.value(name)
                : parsed.isSet(override) ? parsed.value(override) : environment.host();
    }

    private Optional<Path> cri(ParsedFlags parsed) {
        return switch (parsed.value(runtime)) {
            case "process" -> Optional.empty();
            case "cri" -> Optional.of(Path.of(parsed.value(socket).replaceFirst("^unix://", "")));
            default ->
                throw new UsageException(
                        "flag --runtime: unknown runtime \"" + parsed.value(runtime) + "\" (use process or cri)");
        };
    }

    private Map<String, String> labels(ParsedFlags parsed) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String pair : parsed.value(labels).split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                all.put(
                        pair.substring(0, equals).strip(),
                        pair.substring(equals + 1).strip());
            } else if (!pair.isBlank()) {
                throw new UsageException("flag --node-labels: \"" + pair + "\" is not KEY=VALUE");
            }
        }
        return all;
    }

    private static Optional<Path> file(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }
}
