package dev.stowage.sidecar.driver;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiCapabilities;
import dev.stowage.csi.RpcOptionKeys;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.GroupControllerGrpc.GroupControllerBlockingStub;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.IdentityGrpc.IdentityBlockingStub;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.kube.csitranslation.CsiTranslator;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A driver that is connected, ready and known by name. Its capabilities are read once: a driver that changes
/// them restarts, and then so does this process.
///
/// Use a stub for one call only: its deadline runs from its creation. [dev.stowage.csi.RpcOutcome] says what a
/// failed call means.
public final class Driver implements AutoCloseable {

    private final SocketClient client;
    private final DriverOptions options;
    private volatile DriverInfo driverInfo = DriverInfo.NONE;
    private final NodeCapabilities node = new NodeCapabilities();

    private Driver(DriverOptions options) {
        this.options = options;
        this.client = SocketClient.connect(
                options.endpoint(),
                ClientOptions.defaults()
                        .withDeadline(options.timeout())
                        .withOnConnectionLost(options.onLost())
                        .withMetrics(options.metrics(), this::name));
    }

    /// Returns when the driver is ready, however long it takes; fails when there is no driver or a call fails.
    public static Driver connect(DriverOptions options) throws DriverFailure, InterruptedException {
        var driver = new Driver(options);
        try {
            driver.driverInfo = driver.queryInfo();
            return driver;
        } catch (DriverFailure | InterruptedException | RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private DriverInfo queryInfo() throws DriverFailure, InterruptedException {
        if (!client.awaitConnected(options.dial())) {
            throw new DriverFailure(
                    options.endpoint(),
                    "no response after " + options.dial().toSeconds()
                            + " s (check that the driver is running and that --csi-address is the path of its socket)");
        }
        DriverReadiness.await(options.endpoint(), () -> identity(options.timeout()));
        var info = ask(
                "GetPluginInfo",
                () -> identity(options.timeout()).getPluginInfo(GetPluginInfoRequest.getDefaultInstance()));
        if (info.getName().isEmpty()) {
            throw new DriverFailure(
                    options.endpoint(), "GetPluginInfo returned an empty name (the driver must report its name)");
        }
        // From here on, metrics carry the driver's name.
        driverInfo = DriverInfo.named(info.getName());
        var services = CsiCapabilities.in(ask(
                "GetPluginCapabilities",
                () -> identity(options.timeout())
                        .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance())));
        return new DriverInfo(
                info.getName(),
                info.getVendorVersion(),
                services,
                services.contains(PluginCapability.Service.Type.CONTROLLER_SERVICE)
                        ? controllerCapabilities()
                        : Set.of(),
                services.contains(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE)
                        ? groupCapabilities()
                        : Set.of());
    }

    private Set<ControllerServiceCapability.RPC.Type> controllerCapabilities() throws DriverFailure {
        return CsiCapabilities.in(ask(
                "ControllerGetCapabilities",
                () -> controller(options.timeout())
                        .controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance())));
    }

    private Set<GroupControllerServiceCapability.RPC.Type> groupCapabilities() throws DriverFailure {
        return CsiCapabilities.in(ask(
                "GroupControllerGetCapabilities",
                () -> groupController(options.timeout())
                        .groupControllerGetCapabilities(GroupControllerGetCapabilitiesRequest.getDefaultInstance())));
    }

    private <A> A ask(String call, Supplier<A> question) throws DriverFailure {
        try {
            return question.get();
        } catch (StatusRuntimeException e) {
            throw new DriverFailure(options.endpoint(), call, e);
        }
    }

    public String name() {
        return driverInfo.name();
    }

    public String vendorVersion() {
        return driverInfo.vendorVersion();
    }

    public boolean has(PluginCapability.Service.Type capability) {
        return driverInfo.services().contains(capability);
    }

    public boolean has(ControllerServiceCapability.RPC.Type capability) {
        return driverInfo.controller().contains(capability);
    }

    public boolean hasGroup(GroupControllerServiceCapability.RPC.Type capability) {
        return driverInfo.groups().contains(capability);
    }

    /// Called when first needed: a driver that only has the controller service cannot answer.
    ///
    /// @throws StatusRuntimeException when the call fails
    public boolean hasNode(NodeServiceCapability.RPC.Type capability) {
        return node.all().contains(capability);
    }

    public IdentityBlockingStub identity(Duration timeout) {
        return IdentityGrpc.newBlockingStub(client.channel())
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    public ControllerBlockingStub controller(Duration timeout) {
        return controller(timeout, false);
    }

    /// @param migrated whether the call is for an in-tree volume; the metrics of drivers with such volumes
    ///     have a label for it
    public ControllerBlockingStub controller(Duration timeout, boolean migrated) {
        ControllerBlockingStub stub = ControllerGrpc.newBlockingStub(client.channel())
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
        return CsiTranslator.inTreeName(name()).isPresent() ? stub.withOption(RpcOptionKeys.MIGRATED, migrated) : stub;
    }

    public GroupControllerBlockingStub groupController(Duration timeout) {
        return GroupControllerGrpc.newBlockingStub(client.channel())
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    public TransferBlockingStub transfer(Duration timeout) {
        return TransferGrpc.newBlockingStub(client.channel())
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    public NodeBlockingStub node(Duration timeout) {
        return NodeGrpc.newBlockingStub(client.channel()).withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        client.close();
    }

    private final class NodeCapabilities {
        private Set<NodeServiceCapability.RPC.Type> known = Set.of();
        private boolean asked;

        synchronized Set<NodeServiceCapability.RPC.Type> all() {
            if (!asked) {
                known = ask();
                asked = true;
            }
            return known;
        }

        private Set<NodeServiceCapability.RPC.Type> ask() {
            try {
                return CsiCapabilities.in(
                        node(options.timeout()).nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance()));
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                    return Set.of();
                }
                throw e;
            }
        }
    }
}
