package dev.stowage.sidecar.program;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.Feature;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointFlags;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionFlags;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.LoggingFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.liveness.LivenessFlags;
import dev.stowage.sidecar.registrar.RegistrarFlags;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The flags of one program. Alone, a role has exactly the flags of the program it replaces, and a few that
/// the program had in earlier releases.
final class SidecarFlags {

    private static final Logger log = LoggerFactory.getLogger(SidecarFlags.class);

    /// Flags that do not belong to this program are declared here, where no command line can set them.
    private final FlagSet undeclared = new FlagSet("", "");

    private final Optional<RoleName> singleRole;
    private final boolean embedded;
    private final FlagSet flags;
    private final RoleFlags roleFlags;
    private final Flag<Boolean> version;
    private final Flag<String> csiAddress;
    private final Flag<Duration> connectionTimeout;
    private final Flag<String> expectedDriver;
    private final Flag<String> gates;
    private final Flag<List<String>> roles;
    private final Flag<Boolean> sharedLease;
    private final RoleFlag<Boolean> recordings;
    private final RoleFlag<Duration> timeout;
    private final RoleFlag<Boolean> distributed;
    private final EndpointFlags endpoint;
    private final LeaderElectionFlags lease;
    private final ClusterFlags cluster;
    private final LoggingFlags logging;
    private final LivenessFlags liveness;
    private final RegistrarFlags registrar;
    private final Map<RoleName, RoleDefinition.FlagsReader> readers = new EnumMap<>(RoleName.class);

    SidecarFlags(Optional<RoleName> singleRole, List<RoleDefinition> known) {
        this(
                singleRole,
                new FlagSet(
                        singleRole
                                .map(role -> "stowage " + role.program() + " [flags]")
                                .orElse("stowage sidecar --csi-address=/run/csi/socket [--roles=A,B] [flags]"),
                        singleRole
                                .map(RoleName::summary)
                                .orElse("Run the sidecars of a CSI driver in one process (drop-in for its sidecar"
                                        + " containers).")),
                known,
                false);
    }

    /// Adds the flags to those of the driver whose process runs the roles. The driver's own flags decide its
    /// address, its pages and its registration.
    static SidecarFlags embedded(FlagSet driver, List<RoleDefinition> known) {
        return new SidecarFlags(Optional.empty(), driver, known, true);
    }

    private SidecarFlags(Optional<RoleName> singleRole, FlagSet flags, List<RoleDefinition> known, boolean embedded) {
        this.singleRole = singleRole;
        this.embedded = embedded;
        this.flags = flags;
        this.roleFlags = RoleFlags.alone(flags);
        boolean clustered = singleRole.map(RoleName::needsCluster).orElse(true);
        FlagSet forAll = singleRole.isEmpty() ? flags : undeclared;
        FlagSet forCluster = clustered ? flags : undeclared;
        FlagSet standalone = embedded ? undeclared : flags;

        csiAddress = standalone.text("csi-address", "/run/csi/socket", "Path of the driver's socket.");
        roles = forAll.list(
                "roles",
                List.of(),
                embedded
                        ? "Sidecar roles to run in this process: " + String.join(", ", roleNames()) + "."
                        : "Roles to run: " + String.join(", ", roleNames())
                                + ". Default: the roles that the driver's capabilities need.");
        endpoint = new EndpointFlags(standalone, !is(RoleName.REGISTRAR));
        lease = new LeaderElectionFlags(forCluster);
        sharedLease =
                forAll.bool("leader-election-shared", false, "Use one lease for all roles instead of one per role.");
        cluster = new ClusterFlags(forCluster, is(RoleName.PROVISIONER, RoleName.RESIZER) || singleRole.isEmpty());
        gates = (clustered && !is(RoleName.HEALTH) ? flags : undeclared)
                .commaSeparated("feature-gates", "Feature gates: NAME=true,NAME=false.");
        timeout = declaring(clustered).duration("timeout", usualTimeout(), "Timeout of a call to the driver.");
        recordings = declaring(is(RoleName.PROVISIONER, RoleName.REGISTRAR) || isSidecar())
                .bool("enable-pprof", false, "Serve flight recordings of this process.");
        expectedDriver = (is(RoleName.PROVISIONER) || isSidecar() ? flags : undeclared)
                .text("provisioner", "", "Deprecated: the driver reports its name.");
        connectionTimeout = (is(RoleName.LIVENESS) ? undeclared : standalone)
                .duration("connection-timeout", Duration.ZERO, "Deprecated, has no effect.");
        liveness = new LivenessFlags(declaring(RoleName.LIVENESS));
        registrar = new RegistrarFlags(declaring(RoleName.REGISTRAR));
        for (RoleDefinition role : known) {
            if (singleRole.isEmpty() || is(role.name())) {
                readers.put(role.name(), role.flagsDeclaration().declare(declaring(role.name())));
            }
        }
        distributed = declaring(is(RoleName.SNAPSHOTTER) || embedded)
                .bool("node-deployment", false, "Run one snapshotter per node, for the volumes of that node.");
        version =
                (is(RoleName.LIVENESS) ? undeclared : standalone).bool("version", false, "Print the version and exit.");
        logging = new LoggingFlags(flags);
    }

    private boolean is(RoleName... names) {
        return singleRole.isPresent() && List.of(names).contains(singleRole.get());
    }

    private boolean isSidecar() {
        return singleRole.isEmpty() && !embedded;
    }

    /// The roles that can be selected.
    private List<String> roleNames() {
        return Arrays.stream(RoleName.values())
                .filter(role -> !embedded || role.needsCluster())
                .map(RoleName::word)
                .toList();
    }

    private RoleFlags declaring(boolean here) {
        return here ? roleFlags : RoleFlags.alone(new FlagSet("", ""));
    }

    private RoleFlags declaring(RoleName role) {
        boolean among = isSidecar() || (embedded && role.needsCluster());
        return among ? roleFlags.of(role.word()) : declaring(is(role));
    }

    private Duration usualTimeout() {
        return singleRole.orElse(RoleName.ATTACHER).timeout();
    }

    /// Empty when only the version was requested; it has been printed then.
    Optional<SidecarOptions> parse(List<String> args, Environment environment) {
        return read(flags.parse(args), environment);
    }

    /// The same for a command line that was parsed together with other flags.
    Optional<SidecarOptions> read(ParsedFlags line, Environment environment) {
        logging.apply(line, environment.logs());
        if (line.value(version)) {
            environment
                    .out()
                    .println(singleRole.map(RoleName::program).orElse("stowage sidecar") + " " + environment.version());
            return Optional.empty();
        }
        if (line.isSet(connectionTimeout)) {
            log.warn("--connection-timeout is deprecated and has no effect.");
        }
        if (line.isSet(expectedDriver)) {
            log.warn("--provisioner is deprecated: the driver reports its name.");
        }
        LeaderElectionOptions leaseOptions = lease.read(line);
        if (leaseOptions.enabled() && distributed.in(line)) {
            throw new UsageException("Leader election cannot happen when node-deployment is set to true");
        }
        Set<RoleName> named = singleRole.map(Set::of).orElseGet(() -> readRoles(line));
        return Optional.of(new SidecarOptions(
                singleRole,
                named,
                readSocket(line),
                timeout.in(line),
                pages(line),
                leaseOptions,
                line.value(sharedLease),
                recordings.in(line),
                line.value(expectedDriver),
                () -> cluster.cluster(line),
                cluster.limits(line),
                readGates(line),
                readOptions(line, named, environment.environment()),
                liveness.read(line),
                registrar.read(line)));
    }

    /// The driver has a flag of the same name, and serves that address.
    private EndpointOptions pages(ParsedFlags line) {
        return embedded ? EndpointOptions.none() : endpoint.read(line);
    }

    private Set<RoleName> readRoles(ParsedFlags line) {
        Set<RoleName> named = EnumSet.noneOf(RoleName.class);
        for (String word : line.value(roles)) {
            named.add(RoleName.of(word)
                    .filter(role -> roleNames().contains(role.word()))
                    .orElseThrow(() -> new UsageException("flag --roles: unknown role \"" + word + "\""
                            + SpellingSuggestion.nearest(word, roleNames())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""))));
        }
        return named;
    }

    /// Wrong flags of a role that is not selected do not prevent the start.
    private Map<RoleName, RoleDefinition.RoleFactory> readOptions(
            ParsedFlags line, Set<RoleName> named, Map<String, String> variables) {
        Map<RoleName, RoleDefinition.RoleFactory> factories = new EnumMap<>(RoleName.class);
        readers.forEach((role, reader) -> {
            if (named.isEmpty() || named.contains(role)) {
                try {
                    factories.put(role, reader.read(line, variables));
                } catch (IllegalArgumentException e) {
                    throw new UsageException("flags of the " + role.word() + ": " + e.getMessage());
                }
            }
        });
        return factories;
    }

    private CsiEndpoint readSocket(ParsedFlags line) {
        try {
            return CsiEndpoint.parse(line.value(csiAddress));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --csi-address: " + e.getMessage());
        }
    }

    private FeatureGates readGates(ParsedFlags line) {
        Collection<Feature> known =
                singleRole.<Collection<Feature>>map(RoleName::gates).orElse(StorageFeatures.OF_SIDECARS);
        try {
            return FeatureGates.parse(line.value(gates), known);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --feature-gates: " + e.getMessage());
        }
    }
}
