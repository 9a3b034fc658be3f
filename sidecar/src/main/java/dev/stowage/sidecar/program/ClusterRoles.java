package dev.stowage.sidecar.program;

import dev.stowage.kube.program.Ending;
import dev.stowage.kube.program.LeaseOptions;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.program.Surroundings;
import dev.stowage.kube.program.Workplace;
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

    Workplace employ(Set<RoleName> names, PrometheusRegistry metrics, Surroundings around, Ending ending)
            throws IOException {
        var workplace =
                new Workplace(plan.cluster().open(), plan.limits(), "stowage-sidecar", around.host(), metrics, ending);
        String unique = UUID.randomUUID().toString();
        List<Role> roles = new ArrayList<>();
        for (RoleName name : names) {
            KubeRole.Making making = plan.makings().get(name);
            if (making != null) {
                roles.add(making.make(new Shared(
                        driver,
                        workplace.api(),
                        workplace.mirrors(),
                        workplace.recorder(name.component(driver.name(), around.host(), unique)),
                        metrics,
                        workplace.queues(),
                        workplace.timer(),
                        InstantSource.system(),
                        plan.gates(),
                        plan.lease().place(),
                        ending::fail)));
            }
        }
        workplace.employ(roles, plan.lease().wanted() ? leases(roles) : Map.of(), plan.lease());
        return workplace;
    }

    private Map<String, List<Role>> leases(List<Role> roles) {
        Map<String, List<Role>> leases = new LinkedHashMap<>();
        for (Role role : roles) {
            if (!role.leaseName().isEmpty()) {
                String name =
                        LeaseOptions.nameOf(plan.sharedLease() ? "stowage-sidecar-" + driver.name() : role.leaseName());
                leases.computeIfAbsent(name, _ -> new ArrayList<>()).add(role);
            }
        }
        return leases;
    }
}
