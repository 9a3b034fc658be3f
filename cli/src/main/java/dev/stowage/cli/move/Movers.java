package dev.stowage.cli.move;

import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// On which nodes which drivers have a mover, by the leases of the movers.
///
/// @param isKnown false if the leases cannot be read; every driver may then have a mover everywhere
/// @param leases the names of those that show driver and node
/// @param hashed the nodes that have one whose name is a hash, of whatever driver
public record Movers(boolean isKnown, Set<String> leases, Set<String> hashed) {

    /// The name of a lease where driver and node do not make one.
    private static final Pattern HASHED = Pattern.compile(MoverKeys.LEASE_PREFIX + "[0-9a-f]{64}");

    public static final Movers UNKNOWN = new Movers(false, Set.of(), Set.of());

    public Movers {
        leases = Set.copyOf(leases);
        hashed = Set.copyOf(hashed);
    }

    /// Unknown to a user who may not list leases.
    public static Movers read(KubeClient api) throws ApiFailure, InterruptedException {
        try {
            return of(api.list(Kinds.LEASES, "").items());
        } catch (ApiFailure e) {
            if (e.isForbidden()) {
                return UNKNOWN;
            }
            throw e;
        }
    }

    public static Movers of(Collection<Lease> leases) {
        Set<String> names = new HashSet<>();
        Set<String> hashed = new HashSet<>();
        for (Lease lease : leases) {
            String name = lease.meta().name();
            if (HASHED.matcher(name).matches()) {
                hashed.add(lease.holder());
            } else if (name.startsWith(MoverKeys.LEASE_PREFIX)) {
                names.add(name);
            }
        }
        return new Movers(true, names, hashed);
    }

    public boolean has(String driver, String node) {
        return !isKnown || leases.contains(MoverKeys.LEASE_PREFIX + driver + "-" + node) || hashed.contains(node);
    }
}
