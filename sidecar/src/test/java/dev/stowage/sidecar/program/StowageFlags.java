package dev.stowage.sidecar.program;

import java.util.Set;

/// Flags that a role has and its upstream program has not.
final class StowageFlags {

    private StowageFlags() {}

    static Set<String> of(RoleName role) {
        return switch (role) {
            case PROVISIONER -> Set.of("provision-intent");
            case RESIZER, HEALTH -> Set.of("node-deployment");
            case ATTACHER, SNAPSHOTTER, LIVENESS, REGISTRAR -> Set.of();
        };
    }
}
