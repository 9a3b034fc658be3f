package dev.stowage.cli.control;

import dev.stowage.control.snapshot.SnapshotController;
import dev.stowage.control.snapshot.SnapshotFlags;
import dev.stowage.control.snapshot.SnapshotOptions;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointFlags;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionFlags;
import dev.stowage.kube.manager.LoggingFlags;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `snapshot-controller`: exactly its flags.
final class SnapshotControllerFlags {
    private final FlagSet flags = new FlagSet(
            "stowage snapshot-controller [flags]",
            "Run the controller of volume snapshots and group snapshots (drop-in for snapshot-controller).");
    private final EndpointFlags endpoint = EndpointFlags.ofOneAddress(flags);
    private final LeaderElectionFlags lease = LeaderElectionFlags.standard(flags);
    private final ClusterFlags cluster = new ClusterFlags(flags, false);
    private final SnapshotFlags snapshots = new SnapshotFlags(flags, "");
    private final Flag<String> gates =
            flags.commaSeparated("feature-gates", "Feature gates to set, as NAME=true or NAME=false.");
    private final Flag<Boolean> version = flags.bool("version", false, "Print the version and exit.");
    private final LoggingFlags logging = new LoggingFlags(flags);

    /// Empty for `--version`, which is then already printed.
    Optional<ControlOptions> parse(List<String> args, Environment environment) {
        ParsedFlags line = flags.parse(args);
        logging.apply(line, environment.logs());
        if (line.value(version)) {
            environment.out().println(ControllerName.SNAPSHOT.text() + " " + environment.version());
            return Optional.empty();
        }
        SnapshotOptions options;
        FeatureGates chosen;
        try {
            options = snapshots.read(line);
            chosen = FeatureGates.parse(line.value(gates), StorageFeatures.OF_CONTROLLERS);
        } catch (IllegalArgumentException e) {
            throw new UsageException("invalid flags of the " + ControllerName.SNAPSHOT.text() + ": " + e.getMessage());
        }
        return Optional.of(new ControlOptions(
                Map.of(ControllerName.SNAPSHOT, context -> new SnapshotController(context, options)),
                endpoint.read(line),
                lease.read(line),
                () -> cluster.cluster(line),
                cluster.limits(line),
                false,
                chosen));
    }
}
