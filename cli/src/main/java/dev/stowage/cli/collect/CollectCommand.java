package dev.stowage.cli.collect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.ActivityPrinter;
import dev.stowage.cli.Command;
import dev.stowage.cli.FailureText;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.cli.doctor.NodeReports;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.cli.up.instance.ClusterLocation;
import dev.stowage.explain.bundle.BundleWriter;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ClusterStateReader;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/// `stowage collect`.
public final class CollectCommand implements Command {
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public CollectCommand() {
        this(System.out, System.err, System.getenv());
    }

    /// @param environment of the process
    public CollectCommand(PrintStream out, PrintStream err, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    @Override
    public String name() {
        return "collect";
    }

    @Override
    public String summary() {
        return "Write a support bundle: the objects that explain and doctor need, without secrets.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        CollectOptions options =
                new CollectFlags().parse(args, Clock.systemUTC().instant());
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        requireDirectory(options.output());
        String writer = "stowage " + Version.current().number();
        ClusterState clusterState;
        BundleWriter bundle;
        try (ActivityPrinter activity = ActivityPrinter.onStandardError(err)) {
            ClusterLocation location = ClusterFinder.of(environment).find(options.cluster());
            activity.show("Reading the cluster");
            clusterState = read(location);
            bundle = new BundleWriter(clusterState);
            activity.show("Checking this node");
            collect(options, location, clusterState, bundle);
            activity.show("Writing " + options.output());
            write(options, bundle, writer);
        }
        report(options.output(), clusterState, bundle.manifest(writer));
        return 0;
    }

    private void collect(
            CollectOptions options, ClusterLocation location, ClusterState clusterState, BundleWriter bundle)
            throws IOException, InterruptedException {
        ObjectNode nodes = new NodeReports(environment).json(options.roots(), location.kubeconfig(), clusterState);
        bundle.with("doctor/nodes.json", nodes);
        int number = 0;
        for (Path log : options.logs()) {
            number++;
            bundle.with("logs/" + number + ".log", LogTail.of(log));
        }
    }

    /// Better before the cluster is read than after.
    private static void requireDirectory(Path output) throws IOException {
        Path folder = output.resolveSibling("").normalize();
        if (!Files.isDirectory(folder)) {
            throw new IOException("cannot write " + output + ": directory " + folder
                    + " does not exist (create it, or set another file with --output)");
        }
    }

    private static void write(CollectOptions options, BundleWriter bundle, String writer) throws IOException {
        try {
            bundle.write(options.output(), writer);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(options.output() + " already exists (set another file with --output)", e);
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot write " + options.output() + ": " + FailureText.reason(e)
                            + " (set another file with --output)",
                    e);
        }
    }

    private static ClusterState read(ClusterLocation location) throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(location.access(), RequestLimiter.adaptive(), "stowage-collect")) {
            return new ClusterStateReader(api, "").read();
        }
    }

    private void report(Path file, ClusterState clusterState, JsonNode manifest) {
        int objects = 0;
        for (ResourceKind resourceKind : ResourceKind.values()) {
            objects += clusterState.all(resourceKind).size();
        }
        out.println("Wrote " + file + ": " + objects + " objects from a cluster of version " + clusterState.version()
                + ".");
        manifest.path("leftOut")
                .properties()
                .forEach(entry -> out.println("  removed: " + entry.getValue().asInt() + " " + entry.getKey()));
        manifest.path("unseen")
                .properties()
                .forEach(entry -> out.println("  not read: " + entry.getKey() + " ("
                        + entry.getValue().asText().replaceAll("\\p{Cntrl}", " ") + ")"));
        out.println("To use it: stowage explain pvc/NAME -n NAMESPACE --bundle " + file);
    }
}
