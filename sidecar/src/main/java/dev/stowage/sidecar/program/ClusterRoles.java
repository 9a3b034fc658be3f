package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.ShutdownSignal;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.sidecar.Shared;
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
final class ClusterRoles {
    private final Plan plan;
    private final Driver driver;

    ClusterRoles(Plan plan, Driver driver) {
        this.plan = plan;
        this.driver = driver;
    }

    ControllerManager employ(Set<RoleName> names, PrometheusRegistry metrics, Environment around, ShutdownSignal shutdownSignal)
            throws IOException {
        var controllerManager =
                new ControllerManager(plan.cluster().open(), plan.limits(), "stowage-sidecar", around.host(), metrics, shutdownSignal);
        String unique = UUID.randomUUID().toString();
        List<ControllerRole> roles = new ArrayList<>();
        for (RoleName name : names) {
            KubeRole.Making making = plan.makings().get(name);
            if (making != null) {
                roles.add(making.make(new Shared(
                        driver,
                        controllerManager.api(),
                        controllerManager.informers(),
                        controllerManager.recorder(name.component(driver.name(), around.host(), unique)),
                        metrics,
                        controllerManager.queues(),
                        controllerManager.timer(),
                        InstantSource.system(),
                        plan.gates(),
                        plan.lease().place(),
                        shutdownSignal::fail)));
            }
        }
        controllerManager.addRoles(roles, plan.lease().wanted() ? leases(roles) : Map.of(), plan.lease());
        return controllerManager;
    }

    private Map<String, List<ControllerRole>> leases(List<ControllerRole> roles) {
        Map<String, List<ControllerRole>> leases = new LinkedHashMap<>();
        for (ControllerRole role : roles) {
            if (!role.leaseName().isEmpty()) {
                String name =
                        LeaderElectionOptions.nameOf(plan.sharedLease() ? "stowage-sidecar-" + driver.name() : role.leaseName());
                leases.computeIfAbsent(name, _ -> new ArrayList<>()).add(role);
            }
        }
        return leases;
    }
}
