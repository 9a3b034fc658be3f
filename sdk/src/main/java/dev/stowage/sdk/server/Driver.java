package dev.stowage.sdk.server;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.record.DriverRecords;
import dev.stowage.sdk.service.CsiServices;
import dev.stowage.sdk.service.DriverInfo;
import dev.stowage.sdk.service.DriverRoles;
import dev.stowage.sdk.service.RepairLoop;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Builds a driver: its identity, its roles, and the services of the SDK.
///
/// ```java
/// Driver.named("hello.example.com").node("node-1").records(data.resolve("records")).part(new HelloDriver(pool))
///       .start(CsiEndpoint.parse("unix:///run/hello/csi.sock"), ServerOptions.defaults());
/// ```
///
/// Configuration errors (two objects with one role, no inventory of volumes) are an
/// [IllegalStateException] at start, never a surprise in a call.
public final class Driver {

    /// The services of a driver; one process may serve both.
    public enum CsiService {
        CONTROLLER,
        NODE
    }

    private final String name;
    private final List<Object> parts = new ArrayList<>();
    private final List<BindableService> rawServices = new ArrayList<>();
    private final Map<String, String> manifest = new TreeMap<>();
    private String version = "unversioned";
    private String nodeId = "";
    private long maxVolumes;
    private Topology topology = Topology.ANYWHERE;
    private List<Topology> volumeTopologies = List.of();
    private Set<CsiService> served = Set.of(CsiService.CONTROLLER, CsiService.NODE);
    private @Nullable Path records;
    private Mounts mounts = Mounts.system();

    private Driver(String name) {
        this.name = name;
    }

    /// @param name in the form of a domain name, 63 characters at most
    public static Driver named(String name) {
        return new Driver(name);
    }

    public Driver version(String vendorVersion) {
        version = vendorVersion;
        return this;
    }

    /// Adds an entry to the manifest in GetPluginInfo.
    public Driver manifest(String key, String value) {
        manifest.put(key, value);
        return this;
    }

    /// The id of this node, as used when attaching volumes.
    public Driver node(String id) {
        nodeId = id;
        return this;
    }

    /// The maximum number of volumes on this node.
    public Driver maxVolumes(long most) {
        maxVolumes = most;
        return this;
    }

    /// The topology of this node, for a driver whose volumes are accessible from there only.
    public Driver topology(Topology where) {
        topology = where;
        return this;
    }

    /// The topology of this node, unless one is set already.
    public Driver topologyIfAbsent(Topology where) {
        return topology.equals(Topology.ANYWHERE) ? topology(where) : this;
    }

    /// Where volumes can be, for a driver that chooses among several topologies: each volume and each snapshot then
    /// says
    /// where it is accessible from. [#topology(Topology)] is only that of the node.
    public Driver volumeTopologies(List<Topology> places) {
        volumeTopologies = List.copyOf(places);
        return this;
    }

    public String name() {
        return name;
    }

    /// Which services this process serves; both by default.
    public Driver serve(Set<CsiService> services) {
        served = Set.copyOf(services);
        return this;
    }

    /// Keeps durable records in this directory: calls become idempotent, and lists are answered from the records.
    public Driver records(Path directory) {
        records = directory;
        return this;
    }

    /// Another mount table, for tests.
    public Driver mounts(Mounts table) {
        mounts = table;
        return this;
    }

    /// Adds an object that implements one or more roles.
    public Driver part(Object roles) {
        parts.add(roles);
        return this;
    }

    /// Adds a service written against the generated classes. It replaces the SDK's service of the same name.
    public Driver service(BindableService raw) {
        rawServices.add(raw);
        return this;
    }

    /// Cleans up after a killed predecessor, then serves.
    public SocketServer start(CsiEndpoint endpoint, ServerOptions options) throws IOException {
        CsiServices base = recovered();
        SocketServer server = SocketServer.start(endpoint, options, services(base));
        Optional<RepairLoop> repairLoop = served.contains(CsiService.NODE) ? base.repairLoop() : Optional.empty();
        repairLoop.ifPresent(loop -> {
            server.onClose(loop::close);
            loop.start();
        });
        return server;
    }

    private CsiServices recovered() throws IOException {
        Optional<DriverRecords> driverRecords =
                records == null ? Optional.empty() : Optional.of(DriverRecords.in(records));
        DriverInfo driverInfo = new DriverInfo(name, version, manifest, nodeId, maxVolumes, topology, volumeTopologies);
        CsiServices base = new CsiServices(driverInfo, new DriverRoles(parts), driverRecords, mounts);
        base.recover();
        return base;
    }

    private List<BindableService> services(CsiServices base) {
        List<BindableService> all = new ArrayList<>(rawServices);
        Set<String> replaced = Set.copyOf(rawServices.stream()
                .map(service -> service.bindService().getServiceDescriptor().getName())
                .toList());
        base.list(served.contains(CsiService.CONTROLLER), served.contains(CsiService.NODE)).stream()
                .filter(service -> !replaced.contains(
                        service.bindService().getServiceDescriptor().getName()))
                .forEach(all::add);
        return all;
    }
}
