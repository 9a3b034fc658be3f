package dev.stowage.cli.up;

import dev.stowage.apiserver.EventTtl;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The options of `stowage up`.
///
/// @param nodes how many; 0 for as many as at the last start, or one
/// @param zones over which the nodes are distributed; none for those of the last start
/// @param port the port of the API server; 0 for any free port
/// @param verbosity the log level as in Kubernetes; negative logs only warnings
/// @param backend the backend of the default storage class; empty for the best that the machine supports
/// @param cri the socket of the CRI runtime that runs the containers; empty for plain processes
/// @param manifests a directory with one of static pods for each node; empty for none
/// @param driverIsolation which drivers run as their own processes
/// @param detach whether the command returns when the cluster is ready
public record UpOptions(
        int nodes,
        Zones zones,
        Path data,
        int port,
        int verbosity,
        Optional<BackendKind> backend,
        Optional<Path> cri,
        Optional<Path> manifests,
        DriverIsolation driverIsolation,
        EventTtl eventTtl,
        boolean detach) {

    public UpOptions(int nodes, Path data, int port, int verbosity) {
        this(
                nodes,
                Zones.NONE,
                data,
                port,
                verbosity,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                DriverIsolation.NONE,
                EventTtl.USUAL,
                false);
    }

    public UpOptions with(DriverIsolation others) {
        return new UpOptions(nodes, zones, data, port, verbosity, backend, cri, manifests, others, eventTtl, detach);
    }

    /// The same options with the number of nodes decided.
    ///
    /// @param recorded how many there were at the last start; 0 for a new cluster
    UpOptions withRecordedNodes(int recorded) {
        int decided = nodes == 0 ? Math.max(1, recorded) : nodes;
        return new UpOptions(
                decided, zones, data, port, verbosity, backend, cri, manifests, driverIsolation, eventTtl, detach);
    }

    /// The same options with the canonical name of the data directory.
    UpOptions in(Path folder) {
        return new UpOptions(
                nodes, zones, folder, port, verbosity, backend, cri, manifests, driverIsolation, eventTtl, detach);
    }

    /// The same options with the zones decided.
    UpOptions in(Zones decided) {
        return new UpOptions(
                nodes, decided, data, port, verbosity, backend, cri, manifests, driverIsolation, eventTtl, detach);
    }

    /// The zone of a node, in a cluster with zones.
    Optional<String> zone(NodeDirectories place) {
        return zones.of(places().indexOf(place));
    }

    /// The kubeconfig for kubectl.
    public Path kubeconfig() {
        return data.resolve("kubeconfig");
    }

    Path api() {
        return data.resolve("api");
    }

    /// Shared by all nodes: volumes that can move between nodes.
    Path disks() {
        return data.resolve("disks");
    }

    /// A directory for each zone, shared by its nodes: volumes that can move between them.
    Path zonePools() {
        return data.resolve("zones");
    }

    /// Shared by all nodes, all of which can write.
    Path shared() {
        return data.resolve("shared");
    }

    /// The log of a driver that runs as its own process.
    Path log(NodeDirectories place, String driver) {
        return data.resolve("logs").resolve(place.name() + "-" + driver + ".log");
    }

    List<NodeDirectories> places() {
        return IntStream.rangeClosed(1, nodes).mapToObj(this::place).toList();
    }

    NodeDirectories place(int number) {
        return new NodeDirectories("node-" + number, data);
    }

    /// The length of a socket path is limited, and several sockets are below the data directory.
    void requireShortDataPath() {
        int folder = length(data);
        int longest = sockets().mapToInt(UpOptions::length).max().orElse(folder);
        if (longest > CsiEndpoint.LONGEST) {
            throw new UsageException(
                    "flag --data: " + data + " is too long for the sockets below it (use a directory of at" + " most "
                            + (CsiEndpoint.LONGEST - longest + folder) + " characters)");
        }
    }

    private Stream<Path> sockets() {
        NodeDirectories last = place(Math.max(1, nodes));
        return Stream.of(LocalProgram.LOCAL, LocalProgram.DISK)
                .flatMap(
                        driver -> Stream.of(last.socket(driver), last.registry().resolve(driver + "-reg.sock")));
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
