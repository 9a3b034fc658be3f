package dev.stowage.cli.control;

import dev.stowage.control.ControlFeature;
import dev.stowage.control.snapshot.SnapshotController;
import dev.stowage.control.snapshot.SnapshotFlags;
import dev.stowage.control.snapshot.SnapshotOptions;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointFlags;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionFlags;
import dev.stowage.kube.manager.LoggingFlags;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `snapshot-controller`: its flags, all of them and no other.
final class SnapshotControllerFlags {
    private final FlagSet flags = new FlagSet(
            "stowage snapshot-controller [flags]",
            "Look after snapshots of volumes and of groups of volumes, in place of the program of that name.");
    private final EndpointFlags endpoint = EndpointFlags.ofOneAddress(flags);
    private final LeaderElectionFlags lease = LeaderElectionFlags.usual(flags);
    private final ClusterFlags cluster = new ClusterFlags(flags, false);
    private final SnapshotFlags snapshots = new SnapshotFlags(flags, "");
    private final Flag<String> gates =
            flags.commaSeparated("feature-gates", "Features to switch: NAME=true or NAME=false.");
    private final Flag<Boolean> version = flags.bool("version", false, "Print the version and end.");
    private final LoggingFlags logging = new LoggingFlags(flags);

    /// Empty when the line only asked for the version, which then has been printed.
    Optional<ControlOptions> parse(List<String> args, Environment environment) {
        ParsedFlags line = flags.parse(args);
        logging.apply(line, environment.logs());
        if (line.value(version)) {
            environment.out().println(SnapshotController.NAME + " " + environment.version());
            return Optional.empty();
        }
        SnapshotOptions options;
        FeatureGates chosen;
        try {
            options = snapshots.read(line);
            chosen = FeatureGates.parse(line.value(gates), EnumSet.allOf(ControlFeature.class));
        } catch (IllegalArgumentException e) {
            throw new UsageException("the flags of the " + SnapshotController.NAME + ": " + e.getMessage());
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
