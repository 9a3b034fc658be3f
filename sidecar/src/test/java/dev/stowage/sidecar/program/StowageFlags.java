package dev.stowage.sidecar.program;

import java.util.Set;

/// Flags of a role that its upstream program does not have.
final class StowageFlags {

    private StowageFlags() {}

    static Set<String> of(RoleName role) {
        return switch (role) {
            case PROVISIONER -> Set.of("provision-intent");
            case RESIZER, HEALTH -> Set.of("node-deployment");
            case ATTACHER, SNAPSHOTTER, MOVER, MOVER_SIGNER, LIVENESS, REGISTRAR -> Set.of();
        };
    }
}
