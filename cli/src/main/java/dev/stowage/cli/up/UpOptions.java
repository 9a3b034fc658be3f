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

/// What a command line asks for.
///
/// @param port where the API is served; 0 for any free port
/// @param verbosity as Kubernetes counts it; less than 0 for warnings only
/// @param backend what the usual class is to use; the best that there is unless named
/// @param driverIsolation which drivers are processes of their own
public record UpOptions(
        int nodes,
        Path data,
        int port,
        int verbosity,
        Optional<BackendKind> backend,
        DriverIsolation driverIsolation,
        EventTtl eventTtl) {

    public UpOptions(int nodes, Path data, int port, int verbosity) {
        this(nodes, data, port, verbosity, Optional.empty(), DriverIsolation.NONE, EventTtl.USUAL);
    }

    public UpOptions with(DriverIsolation others) {
        return new UpOptions(nodes, data, port, verbosity, backend, others, eventTtl);
    }

    /// The same in a folder that goes by one name.
    UpOptions in(Path folder) {
        return new UpOptions(nodes, folder, port, verbosity, backend, driverIsolation, eventTtl);
    }

    /// What `kubectl` needs to find the way.
    public Path kubeconfig() {
        return data.resolve("kubeconfig");
    }

    Path api() {
        return data.resolve("api");
    }

    /// Shared by all nodes: volumes that move from one to another lie here.
    Path disks() {
        return data.resolve("disks");
    }

    /// Shared by all nodes, who may all write.
    Path shared() {
        return data.resolve("shared");
    }

    /// What a driver prints that is a process of its own.
    Path log(NodeDirectories place, String driver) {
        return data.resolve("logs").resolve(place.name() + "-" + driver + ".log");
    }

    List<NodeDirectories> places() {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new NodeDirectories("node-" + number, data))
                .toList();
    }

    /// Sockets have short names, and several lie below the folder.
    void requireShortFolder() {
        int folder = length(data);
        int longest = sockets().mapToInt(UpOptions::length).max().orElse(folder);
        if (longest > CsiEndpoint.LONGEST) {
            throw new UsageException("flag --data: " + data + " is too long for the sockets below it; a folder of at"
                    + " most " + (CsiEndpoint.LONGEST - longest + folder) + " characters will do");
        }
    }

    private Stream<Path> sockets() {
        NodeDirectories last = places().getLast();
        return Stream.of(LocalProgram.LOCAL, LocalProgram.DISK)
                .flatMap(
                        driver -> Stream.of(last.socket(driver), last.registry().resolve(driver + "-reg.sock")));
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
