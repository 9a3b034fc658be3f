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

/// A driver put together: who it is, what it can do, and the base under it.
///
/// ```java
/// Driver.named("hello.example.com").node("node-1").records(data.resolve("records")).part(new HelloDriver(pool))
///       .start(Endpoint.parse("unix:///run/hello/csi.sock"), ServerOptions.defaults());
/// ```
///
/// Mistakes in the putting together (two objects with one role, nobody to know the volumes) are an
/// [IllegalStateException] at start, never a surprise in a call.
public final class Driver {

    /// The two halves of a plug-in; one process may serve both.
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
    private Topology place = Topology.ANYWHERE;
    private Set<CsiService> halves = Set.of(CsiService.CONTROLLER, CsiService.NODE);
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

    /// Something to tell about this driver in GetPluginInfo.
    public Driver manifest(String key, String value) {
        manifest.put(key, value);
        return this;
    }

    /// What attaching calls this node.
    public Driver node(String id) {
        nodeId = id;
        return this;
    }

    /// How many volumes fit on this node.
    public Driver maxVolumes(long most) {
        maxVolumes = most;
        return this;
    }

    /// Where this node is, for a driver whose volumes can be reached from there only.
    public Driver topology(Topology where) {
        place = where;
        return this;
    }

    /// Where this node is, if nobody has said so before.
    public Driver topologyIfAbsent(Topology where) {
        return place.equals(Topology.ANYWHERE) ? topology(where) : this;
    }

    public String name() {
        return name;
    }

    public Driver halves(Set<CsiService> served) {
        halves = Set.copyOf(served);
        return this;
    }

    /// Keeps durable records in this folder: calls become repeatable, lists come for free.
    public Driver records(Path folder) {
        records = folder;
        return this;
    }

    /// Another mount table, for tests.
    public Driver mounts(Mounts table) {
        mounts = table;
        return this;
    }

    /// An object with one or more roles.
    public Driver part(Object roles) {
        parts.add(roles);
        return this;
    }

    /// A service written against the generated classes. It takes the place of the base's service of the same name.
    public Driver service(BindableService raw) {
        rawServices.add(raw);
        return this;
    }

    /// Clears away what a killed predecessor left, then serves.
    public SocketServer start(CsiEndpoint endpoint, ServerOptions options) throws IOException {
        return SocketServer.start(endpoint, options, services());
    }

    List<BindableService> services() throws IOException {
        Optional<DriverRecords> books = records == null ? Optional.empty() : Optional.of(DriverRecords.in(records));
        DriverInfo driverInfo = new DriverInfo(name, version, manifest, nodeId, maxVolumes, place);
        CsiServices base = new CsiServices(driverInfo, new DriverRoles(parts), books, mounts);
        base.recover();
        List<BindableService> all = new ArrayList<>(rawServices);
        Set<String> replaced = Set.copyOf(rawServices.stream()
                .map(service -> service.bindService().getServiceDescriptor().getName())
                .toList());
        base.list(halves.contains(CsiService.CONTROLLER), halves.contains(CsiService.NODE)).stream()
                .filter(service -> !replaced.contains(
                        service.bindService().getServiceDescriptor().getName()))
                .forEach(all::add);
        return all;
    }
}
