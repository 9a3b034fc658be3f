package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.ShutdownSignal;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.driver.Driver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Makes the roles that work on the cluster, and says which lease each goes by.
final class RoleManagerFactory {
    private final SidecarOptions sidecarOptions;
    private final Driver driver;

    RoleManagerFactory(SidecarOptions sidecarOptions, Driver driver) {
        this.sidecarOptions = sidecarOptions;
        this.driver = driver;
    }

    ControllerManager create(
            Set<RoleName> names, PrometheusRegistry metrics, Environment around, ShutdownSignal shutdownSignal)
            throws IOException {
        var controllerManager = new ControllerManager(
                sidecarOptions.cluster().open(),
                sidecarOptions.limits(),
                "stowage-sidecar",
                around.host(),
                metrics,
                shutdownSignal);
        String unique = UUID.randomUUID().toString();
        List<ControllerRole> roles = new ArrayList<>();
        for (RoleName name : names) {
            RoleDefinition.RoleFactory roleFactory = sidecarOptions.factories().get(name);
            if (roleFactory != null) {
                roles.add(roleFactory.create(new RoleContext(
                        driver,
                        controllerManager.api(),
                        controllerManager.informers(),
                        controllerManager.recorder(name.component(driver.name(), around.host(), unique)),
                        metrics,
                        controllerManager.queues(),
                        controllerManager.timer(),
                        InstantSource.system(),
                        sidecarOptions.gates(),
                        sidecarOptions.lease().place(),
                        shutdownSignal::fail)));
            }
        }
        controllerManager.addRoles(
                roles, sidecarOptions.lease().wanted() ? leases(roles) : Map.of(), sidecarOptions.lease());
        return controllerManager;
    }

    private Map<String, List<ControllerRole>> leases(List<ControllerRole> roles) {
        Map<String, List<ControllerRole>> leases = new LinkedHashMap<>();
        for (ControllerRole role : roles) {
            if (!role.leaseName().isEmpty()) {
                String name = LeaderElectionOptions.nameOf(
                        sidecarOptions.sharedLease() ? "stowage-sidecar-" + driver.name() : role.leaseName());
                leases.computeIfAbsent(name, _ -> new ArrayList<>()).add(role);
            }
        }
        return leases;
    }
}
