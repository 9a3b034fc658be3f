package dev.stowage.sdk.service;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.PublicationRepair;
import dev.stowage.sdk.SnapshotMetadata;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.record.DriverRecords;
import io.grpc.BindableService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The gRPC services of one driver. Calls of other services are answered UNIMPLEMENTED by gRPC.
public final class CsiServices {

    private final ServiceContext context;

    public CsiServices(DriverInfo driverInfo, DriverRoles driverRoles, Optional<DriverRecords> records, Mounts mounts) {
        this.context = ServiceContext.of(driverInfo, driverRoles, records, mounts);
    }

    /// Finishes or undoes what a killed process left; called before the first call.
    public void recover() {
        context.recover();
    }

    /// @param controller whether this process serves the controller service
    /// @param node whether this process serves the node service
    public List<BindableService> list(boolean controller, boolean node) {
        List<BindableService> services = new ArrayList<>();
        services.add(new IdentityService(context));
        if (controller && !DeclaredCapabilities.ofController(context).isEmpty()) {
            services.add(new ControllerService(context));
            context.driverRoles()
                    .find(GroupSnapshots.class)
                    .ifPresent(driver -> services.add(new GroupControllerService(context, driver)));
            context.driverRoles()
                    .find(SnapshotMetadata.class)
                    .ifPresent(driver -> services.add(new SnapshotMetadataService(context, driver)));
        }
        if (node) {
            services.add(new NodeService(context));
        }
        if (controller && node) { // it needs to know which volumes exist, and which are in use
            context.driverRoles()
                    .find(Transfer.class)
                    .ifPresent(driver -> services.add(new TransferService(context, driver)));
        }
        return services;
    }

    /// Looks after publications whose mounts can die, if the driver can repair them and they are recorded.
    public Optional<RepairLoop> repairLoop() {
        return context.driverRoles()
                .find(PublicationRepair.class)
                .flatMap(driver -> context.records()
                        .map(records -> new RepairLoop(
                                driver, records.publications(), context.operationLocks(), context.mounts())));
    }
}
