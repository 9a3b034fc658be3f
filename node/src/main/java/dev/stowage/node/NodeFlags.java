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
            "stowage node --kubeconfig=FILE [--node-name=NAME] [--root-dir=FOLDER] [--runtime=process|cri] [flags]",
            "Register drivers, mount volumes and run pods, in the kubelet's place.");
    private final Flag<String> name = flags.text("node-name", "", "The node's name. Unless given, the machine's.");
    private final Flag<String> override = flags.text("hostname-override", "", "The kubelet's word for --node-name.");
    private final Flag<String> root =
            flags.directory("root-dir", "/var/lib/kubelet", "Where pods, volumes and plug-ins have their files.");
    private final Flag<String> logs = flags.directory(
            "pod-logs-dir",
            "",
            "Where containers have their logs. Unless given, pod-logs in the folder of --root-dir.");
    private final Flag<String> runtime = flags.choice(
            "runtime",
            List.of("process", "cri"),
            "process",
            "What runs containers: process, or cri for a runtime with a socket.");
    private final Flag<String> socket = flags.text(
            "container-runtime-endpoint",
            "unix:///run/containerd/containerd.sock",
            "The runtime's socket, with --runtime=cri.");
    private final Flag<String> labels =
            flags.commaSeparated("node-labels", "Labels of the node: NAME=VALUE, and more.");
    private final Flag<Integer> pods = flags.integer("max-pods", USUAL_PODS, "How many pods the node takes.");
    private final Flag<String> ip =
            flags.text("node-ip", "127.0.0.1", "The address by which the API server reaches the node.");
    private final Flag<String> hostname = flags.text(
            "node-hostname", "localhost", "A name for that address that resolves where the API server runs.");
    private final Flag<String> address = flags.text("address", "127.0.0.1", "Where the node's own server listens.");
    private final Flag<Integer> port =
            flags.integer("port", USUAL_PORT, "Where the node's own server listens; 0 for any free port.");
    private final Flag<String> certificate =
            flags.file("tls-cert-file", "", "The server's certificate. Unless given, it makes one for itself.");
    private final Flag<String> key = flags.file("tls-private-key-file", "", "The key to --tls-cert-file.");
    private final Flag<String> clients = flags.file(
            "client-ca-file", "", "Who signs the certificates of those who may ask. Unless given, the cluster's own.");
    private final ClusterFlags cluster = new ClusterFlags(flags, false);
    private final Flag<Boolean> version = flags.bool("version", false, "Print the version and end.");
    private final LoggingFlags logging = new LoggingFlags(flags);

    /// Empty when the line only asked for the version, which then has been printed.
    Optional<NodeOptions> parse(List<String> args, Environment around) {
        ParsedFlags line = flags.parse(args);
        logging.apply(line, around.logs());
        if (line.value(version)) {
            around.out().println("stowage node " + around.version());
            return Optional.empty();
        }
        Path folder = Path.of(line.value(root)).toAbsolutePath().normalize();
        return Optional.of(new NodeOptions(
                node(line, around),
                new KubeletPaths(
                        folder, line.value(logs).isEmpty() ? folder.resolve("pod-logs") : Path.of(line.value(logs))),
                cri(line),
                new NodeStatusOptions(labels(line), line.value(ip), line.value(hostname), line.value(pods)),
                new NodeServerOptions(
                        line.value(address),
                        line.value(port),
                        file(line.value(certificate)),
                        file(line.value(key)),
                        file(line.value(clients))),
                () -> cluster.cluster(line),
                cluster.limits(line)));
    }

    private String node(ParsedFlags line, Environment around) {
        return line.isSet(name) ? line.value(name) : line.isSet(override) ? line.value(override) : around.host();
    }

    private Optional<Path> cri(ParsedFlags line) {
        return switch (line.value(runtime)) {
            case "process" -> Optional.empty();
            case "cri" -> Optional.of(Path.of(line.value(socket).replaceFirst("^unix://", "")));
            default ->
                throw new UsageException(
                        "flag --runtime: there is no runtime \"" + line.value(runtime) + "\"; use process or cri");
        };
    }

    private Map<String, String> labels(ParsedFlags line) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String pair : line.value(labels).split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                all.put(
                        pair.substring(0, equals).strip(),
                        pair.substring(equals + 1).strip());
            } else if (!pair.isBlank()) {
                throw new UsageException("flag --node-labels: \"" + pair + "\" is not NAME=VALUE");
            }
        }
        return all;
    }

    private static Optional<Path> file(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }
}
