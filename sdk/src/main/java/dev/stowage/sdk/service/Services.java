package dev.stowage.sdk.service;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.SnapshotMetadata;
import dev.stowage.sdk.record.Records;
import io.grpc.BindableService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The gRPC services of one driver. A service that it does not offer is not there, which gRPC answers UNIMPLEMENTED.
public final class Services {

    private final Base base;

    public Services(About about, Roles roles, Optional<Records> records, Mounts mounts) {
        this.base = Base.of(about, roles, records, mounts);
    }

    /// Finishes or undoes what a killed process left; comes before the first call.
    public void recover() {
        base.recover();
    }

    /// @param controller whether this process serves the controller's calls
    /// @param node whether this process serves its node's calls
    public List<BindableService> list(boolean controller, boolean node) {
        List<BindableService> services = new ArrayList<>();
        services.add(new IdentityService(base));
        if (controller && !Capabilities.ofController(base).isEmpty()) {
            services.add(new ControllerService(base));
            base.roles().find(GroupSnapshots.class).ifPresent(driver -> services.add(new GroupService(base, driver)));
            base.roles()
                    .find(SnapshotMetadata.class)
                    .ifPresent(driver -> services.add(new MetadataService(base, driver)));
        }
        if (node) {
            services.add(new NodeService(base));
        }
        return services;
    }
}
