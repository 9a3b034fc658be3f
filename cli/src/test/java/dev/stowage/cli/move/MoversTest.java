package dev.stowage.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MoversTest {

    @Test
    void aLeaseNamesTheDriverAndTheNode() {
        Movers movers = Movers.of(List.of(lease("stowage-mover-d-node-1", "node-1"), lease("e-node-2", "node-2")));
        assertThat(movers.has("d", "node-1")).isTrue();
        assertThat(movers.has("d", "node-2")).isFalse();
        assertThat(movers.has("e", "node-1")).isFalse();
        assertThat(movers.has("e", "node-2")).isFalse();
    }

    @Test
    void aHashMayBeThatOfAnyDriver() {
        Movers movers = Movers.of(List.of(lease("stowage-mover-" + "0a".repeat(32), "node-1")));
        assertThat(movers.has("D", "node-1")).isTrue();
        assertThat(movers.has("D", "node-2")).isFalse();
    }

    @Test
    void whatCannotBeReadIsNotMissing() {
        assertThat(Movers.UNKNOWN.has("d", "node-1")).isTrue();
    }

    private static Lease lease(String name, String holder) {
        return MoveObjects.read(
                Kinds.LEASES,
                "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"holderIdentity\": \"%s\"}}".formatted(name, holder));
    }
}
