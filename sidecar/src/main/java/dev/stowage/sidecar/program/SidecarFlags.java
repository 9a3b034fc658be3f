package dev.stowage.sidecar.program;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointFlags;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionFlags;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.LoggingFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.SidecarFeature;
import dev.stowage.sidecar.liveness.LivenessFlags;
import dev.stowage.sidecar.registrar.RegistrarFlags;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The flags of one program. Alone, a role has the flags of the program it takes the place of and no other,
/// except for
/// a few that the program had in earlier releases.
final class SidecarFlags {

    private static final Logger log = LoggerFactory.getLogger(SidecarFlags.class);

    /// Flags that do not belong to this program are declared here, where no line can name them.
    private final FlagSet nowhere = new FlagSet("", "");

    private final Optional<RoleName> alone;
    private final boolean beside;
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
    private final Map<RoleName, RoleDefinition.FlagsReader> kubeRoles = new EnumMap<>(RoleName.class);

    SidecarFlags(Optional<RoleName> alone, List<RoleDefinition> known) {
        this(
                alone,
                new FlagSet(
                        alone.map(role -> "stowage " + role.program() + " [flags]")
                                .orElse("stowage sidecar --csi-address=/run/csi/socket [--roles=A,B] [flags]"),
                        alone.map(RoleName::summary)
                                .orElse("Work for a CSI driver in place of its sidecar containers, all in one"
                                        + " process.")),
                known,
                false);
    }

    /// Adds the flags to those of the driver in whose process the roles are. Where it listens, its pages, its
    /// registration are the driver's own matter.
    static SidecarFlags embedded(FlagSet driver, List<RoleDefinition> known) {
        return new SidecarFlags(Optional.empty(), driver, known, true);
    }

    private SidecarFlags(Optional<RoleName> alone, FlagSet flags, List<RoleDefinition> known, boolean beside) {
        this.alone = alone;
        this.beside = beside;
        this.flags = flags;
        this.roleFlags = RoleFlags.alone(flags);
        boolean clustered = alone.map(RoleName::needsCluster).orElse(true);
        FlagSet forAll = alone.isEmpty() ? flags : nowhere;
        FlagSet forCluster = clustered ? flags : nowhere;
        FlagSet unlessBeside = beside ? nowhere : flags;

        csiAddress = unlessBeside.text("csi-address", "/run/csi/socket", "The driver's socket.");
        roles = forAll.list(
                "roles",
                List.of(),
                beside
                        ? "Which sidecar roles to play besides: " + String.join(", ", roleNames()) + "."
                        : "Which roles to play: " + String.join(", ", roleNames())
                                + ". Without it, those that the driver's capabilities call for.");
        endpoint = new EndpointFlags(unlessBeside, !is(RoleName.REGISTRAR));
        lease = new LeaderElectionFlags(forCluster);
        sharedLease =
                forAll.bool("leader-election-shared", false, "One lease for all roles, in place of one for each.");
        cluster = new ClusterFlags(forCluster, is(RoleName.PROVISIONER, RoleName.RESIZER) || alone.isEmpty());
        gates = (clustered && !is(RoleName.HEALTH) ? flags : nowhere)
                .commaSeparated("feature-gates", "Features to switch: NAME=true,NAME=false.");
        timeout =
                declaring(clustered).duration("timeout", usualTimeout(), "Longest that a call to the driver may take.");
        recordings = declaring(is(RoleName.PROVISIONER, RoleName.REGISTRAR) || isSidecar())
                .bool("enable-pprof", false, "Serve flight recordings of this process.");
        expectedDriver = (is(RoleName.PROVISIONER) || isSidecar() ? flags : nowhere)
                .text("provisioner", "", "Deprecated: the driver tells its name.");
        connectionTimeout = (is(RoleName.LIVENESS) ? nowhere : unlessBeside)
                .duration("connection-timeout", Duration.ZERO, "Deprecated, without effect.");
        liveness = new LivenessFlags(declaring(RoleName.LIVENESS));
        registrar = new RegistrarFlags(declaring(RoleName.REGISTRAR));
        for (RoleDefinition role : known) {
            if (alone.isEmpty() || is(role.name())) {
                kubeRoles.put(role.name(), role.flagsDeclaration().declare(declaring(role.name())));
            }
        }
        distributed = declaring(is(RoleName.SNAPSHOTTER) || beside)
                .bool("node-deployment", false, "One snapshotter runs on every node, for the node's volumes.");
        version = (is(RoleName.LIVENESS) ? nowhere : unlessBeside).bool("version", false, "Print the version and end.");
        logging = new LoggingFlags(flags);
    }

    private boolean is(RoleName... names) {
        return alone.isPresent() && List.of(names).contains(alone.get());
    }

    private boolean isSidecar() {
        return alone.isEmpty() && !beside;
    }

    /// The roles that can be named.
    private List<String> roleNames() {
        return Arrays.stream(RoleName.values())
                .filter(role -> !beside || role.needsCluster())
                .map(RoleName::word)
                .toList();
    }

    private RoleFlags declaring(boolean here) {
        return here ? roleFlags : RoleFlags.alone(new FlagSet("", ""));
    }

    private RoleFlags declaring(RoleName role) {
        boolean among = isSidecar() || (beside && role.needsCluster());
        return among ? roleFlags.of(role.word()) : declaring(is(role));
    }

    private Duration usualTimeout() {
        return alone.orElse(RoleName.ATTACHER).timeout();
    }

    /// Empty when the line only asked for the version, which then has been printed.
    Optional<SidecarOptions> parse(List<String> args, Environment around) {
        return read(flags.parse(args), around);
    }

    /// The same for a line that was parsed among the flags of others.
    Optional<SidecarOptions> read(ParsedFlags line, Environment around) {
        logging.apply(line, around.logs());
        if (line.value(version)) {
            around.out().println(alone.map(RoleName::program).orElse("stowage sidecar") + " " + around.version());
            return Optional.empty();
        }
        if (line.isSet(connectionTimeout)) {
            log.warn("--connection-timeout is deprecated and has no effect.");
        }
        if (line.isSet(expectedDriver)) {
            log.warn("--provisioner is deprecated: the driver tells its name.");
        }
        LeaderElectionOptions leading = lease.read(line);
        if (leading.wanted() && distributed.in(line)) {
            throw new UsageException("Leader election cannot happen when node-deployment is set to true");
        }
        Set<RoleName> named = alone.map(Set::of).orElseGet(() -> readRoles(line));
        return Optional.of(new SidecarOptions(
                alone,
                named,
                readSocket(line),
                timeout.in(line),
                pages(line),
                leading,
                line.value(sharedLease),
                recordings.in(line),
                line.value(expectedDriver),
                () -> cluster.cluster(line),
                cluster.limits(line),
                readGates(line),
                readOptions(line, named, around.environment()),
                liveness.read(line),
                registrar.read(line)));
    }

    /// The driver has a flag of that name too, and serves what stands there.
    private EndpointOptions pages(ParsedFlags line) {
        return beside ? EndpointOptions.none() : endpoint.read(line);
    }

    private Set<RoleName> readRoles(ParsedFlags line) {
        Set<RoleName> named = EnumSet.noneOf(RoleName.class);
        for (String word : line.value(roles)) {
            named.add(RoleName.of(word)
                    .filter(role -> roleNames().contains(role.word()))
                    .orElseThrow(() -> new UsageException("flag --roles: there is no role \"" + word + "\""
                            + SpellingSuggestion.nearest(word, roleNames())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""))));
        }
        return named;
    }

    /// What is wrong about a role that nobody asked for is no reason not to start.
    private Map<RoleName, RoleDefinition.RoleFactory> readOptions(
            ParsedFlags line, Set<RoleName> named, Map<String, String> environment) {
        Map<RoleName, RoleDefinition.RoleFactory> makings = new EnumMap<>(RoleName.class);
        kubeRoles.forEach((role, flagsReader) -> {
            if (named.isEmpty() || named.contains(role)) {
                try {
                    makings.put(role, flagsReader.read(line, environment));
                } catch (IllegalArgumentException e) {
                    throw new UsageException("the flags of the " + role.word() + ": " + e.getMessage());
                }
            }
        });
        return makings;
    }

    private CsiEndpoint readSocket(ParsedFlags line) {
        try {
            return CsiEndpoint.parse(line.value(csiAddress));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --csi-address: " + e.getMessage());
        }
    }

    private FeatureGates readGates(ParsedFlags line) {
        Set<SidecarFeature> known = alone.map(RoleName::gates).orElse(EnumSet.allOf(SidecarFeature.class));
        try {
            return FeatureGates.parse(line.value(gates), known);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --feature-gates: " + e.getMessage());
        }
    }
}
