package dev.stowage.cli.up;

import dev.stowage.apiserver.EventTtl;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The flags of `stowage up`.
final class UpFlags {
    private static final int MAX_NODES = 20;
    private static final int DEFAULT_PORT = 6443;
    private static final int MAX_PORT = 65535;

    private final Path defaultData;
    private final FlagSet flags = new FlagSet("stowage up [flags]", """
            Run a local cluster in one process: the Kubernetes API server, its controllers, CSI drivers for local
            volumes, and nodes that run pods as plain processes, or with containerd. Ctrl-C or "stowage down" stops it and
            leaves nothing mounted; the next start with the same directory continues with the same objects and volumes.
            Without root it runs in a user namespace, and volumes are plain directories.""").examples("""
                    stowage up
                    stowage up --nodes 3 --detach
                    stowage up --nodes 2 --zones a,b
                    stowage up --runtime cri
                    stowage kubectl get nodes
                    """);
    private final Flag<Integer> nodes = flags.integer(
            "nodes",
            1,
            "Number of nodes, 1 to " + MAX_NODES + "; by default as many as at the last start with the same --data.");
    private final Flag<List<String>> zones = flags.list(
            "zones",
            List.of(),
            "Zones of the cluster, such as a,b: the nodes are distributed over them in turn, and volumes of"
                    + " disk.stowage.dev stay in their zone; by default those of the last start with the same --data,"
                    + " or none.");
    private final Flag<String> data = flags.namedDirectory(
            "data",
            "Directory for objects, volumes, logs and the kubeconfig; by default " + DataDirectory.OF_ROOT
                    + ", or ~/.local/share/stowage/up without root.");
    private final Flag<Integer> port =
            flags.integer("port", DEFAULT_PORT, "Port of the API server on 127.0.0.1; 0 for any free port.");
    private final Flag<String> backend = flags.choice(
            "backend",
            List.of("image", "btrfs", "directory", "shared"),
            "",
            "Backend of the default storage class; by default the best that this machine supports.");
    private final Flag<String> runtime = flags.choice(
            "runtime",
            List.of("process", "cri"),
            "process",
            "Run containers as processes of this machine, whatever their images are (process), or from their images with a"
                    + " CRI runtime (cri).");
    private final Flag<String> endpoint = flags.text(
            "container-runtime-endpoint",
            "unix:///run/containerd/containerd.sock",
            "Connect to the CRI runtime at this socket; used with --runtime=cri.");
    private final Flag<String> manifests = flags.directory(
            "pod-manifest-path",
            "",
            "Run the static pods in the files of DIRECTORY/NODE on each node, as in DIRECTORY/node-1/web.yaml.");
    private final Flag<Boolean> detach = flags.bool(
            "detach", false, "Return when the cluster is ready and keep it running; the log is up.log in --data.");
    private final Flag<Integer> verbosity = flags.integer(
            "v", -1, "Log level: 0 for normal operation, 4 for debugging, 5 for every call; -1 logs only warnings.");

    private final Flag<Boolean> driversApart = flags.bool(
            "drivers-apart",
            false,
            "Run each driver as its own process, restarted when it exits; the logs are in logs below --data.");

    private final Flag<EventTtl> eventTtl = EventTtl.flag(flags);

    /// @param defaultData the directory when `--data` is not set
    UpFlags(Path defaultData) {
        this.defaultData = defaultData;
    }

    UpOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        int nodeCount = parsed.value(nodes);
        if (nodeCount < 1 || nodeCount > MAX_NODES) {
            throw new UsageException("flag --nodes: " + nodeCount + " is not between 1 and " + MAX_NODES);
        }
        int portNumber = parsed.value(port);
        if (portNumber < 0 || portNumber > MAX_PORT) {
            throw new UsageException("flag --port: " + portNumber + " is not a port number");
        }
        UpOptions options = new UpOptions(
                parsed.isSet(nodes) ? nodeCount : 0,
                Zones.parse(parsed.value(zones)),
                DataDirectory.named(parsed.value(data), defaultData),
                portNumber,
                parsed.value(verbosity),
                kind(parsed.value(backend)),
                cri(parsed, nodeCount),
                folder(parsed.value(manifests)),
                parsed.value(driversApart) ? DriverIsolation.ALL : DriverIsolation.NONE,
                parsed.value(eventTtl),
                parsed.value(detach));
        options.requireShortDataPath();
        return options;
    }

    private Optional<Path> cri(ParsedFlags parsed, int nodeCount) {
        String name = parsed.value(runtime);
        if (!name.equals("cri")) {
            if (!name.equals("process")) {
                throw new UsageException("flag --runtime: unknown runtime \"" + name + "\" (use process or cri)");
            }
            if (parsed.isSet(endpoint)) {
                throw new UsageException("flag --container-runtime-endpoint: used with --runtime=cri only");
            }
            return Optional.empty();
        }
        if (nodeCount > 1) {
            throw new UsageException("flag --nodes: " + nodeCount + " nodes cannot share a CRI runtime, because each"
                    + " would remove the pods of the others (use --nodes=1 with --runtime=cri)");
        }
        try {
            return Optional.of(CsiEndpoint.parse(parsed.value(endpoint)).socket());
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --container-runtime-endpoint: \"" + parsed.value(endpoint)
                    + "\" is not a Unix socket (write it as unix:///path/to/containerd.sock)");
        }
    }

    private static Optional<Path> folder(String name) {
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(Path.of(name).toAbsolutePath().normalize());
    }

    private static Optional<BackendKind> kind(String word) {
        try {
            return word.isEmpty() ? Optional.empty() : Optional.of(BackendKind.of(word));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --backend: " + e.getMessage());
        }
    }
}
