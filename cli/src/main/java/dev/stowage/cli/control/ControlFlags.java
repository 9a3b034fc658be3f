package dev.stowage.cli.control;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.Feature;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointFlags;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionFlags;
import dev.stowage.kube.manager.LoggingFlags;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The command line of `stowage control`.
final class ControlFlags {
    private final FlagSet flags = new FlagSet(
            "stowage control [--kubeconfig=FILE] [--controllers=*,-NAME] [flags]",
            "Run the volume and cluster controllers of Kubernetes (drop-in for kube-controller-manager and kube-scheduler).");
    private final Flag<List<String>> controllers;
    private final EndpointFlags endpoint;
    private final LeaderElectionFlags lease;
    private final ClusterFlags cluster;
    private final Map<ControllerName, ControllerDescriptor.FlagsReader> readings = new EnumMap<>(ControllerName.class);
    private final Flag<String> gates;
    private final Flag<Boolean> recordings;
    private final Flag<Boolean> version;
    private final LoggingFlags logging;

    ControlFlags(List<ControllerDescriptor> kinds) {
        controllers = flags.list(
                "controllers",
                List.of("*"),
                "Controllers to run: * enables those that are on by default, NAME enables one, -NAME disables one. All: "
                        + String.join(
                                ", ",
                                kinds.stream().map(kind -> kind.name().text()).toList()) + ".");
        endpoint = new EndpointFlags(flags, true);
        lease = new LeaderElectionFlags(flags);
        cluster = new ClusterFlags(flags, true);
        kinds.forEach(kind -> readings.put(kind.name(), kind.flagsDeclaration().declare(flags)));
        gates = flags.commaSeparated(
                "feature-gates",
                "Feature gates to set, as NAME=true or NAME=false: "
                        + StorageFeatures.OF_CONTROLLERS.stream()
                                .map(Feature::name)
                                .collect(Collectors.joining(", "))
                        + ".");
        recordings = flags.bool("enable-pprof", false, "Serve flight recordings of this process (JFR) over HTTP.");
        version = flags.bool("version", false, "Print the version and exit.");
        logging = new LoggingFlags(flags);
    }

    /// Empty for `--version`, which is then already printed.
    Optional<ControlOptions> parse(List<String> args, Environment environment) {
        ParsedFlags line = flags.parse(args);
        logging.apply(line, environment.logs());
        if (line.value(version)) {
            environment.out().println("stowage control " + environment.version());
            return Optional.empty();
        }
        Set<ControllerName> chosen = ControllerSelection.of(line.value(controllers), readings.keySet());
        if (chosen.isEmpty()) {
            throw new UsageException("flag --controllers: no controller is enabled");
        }
        Map<ControllerName, ControllerDescriptor.Constructor> constructors = new EnumMap<>(ControllerName.class);
        readings.forEach((name, flagsReader) -> {
            if (chosen.contains(name)) {
                constructors.put(name, read(name, flagsReader, line));
            }
        });
        return Optional.of(new ControlOptions(
                constructors,
                endpoint.read(line),
                lease.read(line),
                () -> cluster.cluster(line),
                cluster.limits(line),
                line.value(recordings),
                gates(line)));
    }

    private FeatureGates gates(ParsedFlags line) {
        try {
            return FeatureGates.parse(line.value(gates), StorageFeatures.OF_CONTROLLERS);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --feature-gates: " + e.getMessage());
        }
    }

    private static ControllerDescriptor.Constructor read(
            ControllerName name, ControllerDescriptor.FlagsReader flagsReader, ParsedFlags line) {
        try {
            return flagsReader.read(line);
        } catch (IllegalArgumentException e) {
            throw new UsageException("invalid flags of the " + name.text() + ": " + e.getMessage());
        }
    }
}
