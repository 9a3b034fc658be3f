package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.kube.model.Lease;
import java.net.InetSocketAddress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class MoverLeaseTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final MoverLease LEASE = new MoverLease("disks.example.com", "node-1");

    private static Lease written(ListenAddress address) {
        ObjectNode object = LEASE.renewed(address, NOW);
        object.withObject("/metadata").put("name", LEASE.name());
        return Lease.read(object);
    }

    @Test
    void anAddressIsFoundWhileTheLeaseIsRenewed() {
        Lease lease = written(new ListenAddress("10.0.0.1", 9443));
        assertThat(LEASE.address(lease, NOW.plusSeconds(39))).contains(new InetSocketAddress("10.0.0.1", 9443));
        assertThat(LEASE.address(lease, NOW.plusSeconds(40))).isEmpty();
    }

    @Test
    void theLeaseOfAnotherNodeAndAWrongAddressAreNoAddress() {
        assertThat(new MoverLease("disks.example.com", "node-2")
                        .address(written(new ListenAddress("10.0.0.1", 9443)), NOW))
                .isEmpty();
        assertThat(LEASE.address(written(new ListenAddress("", 9443)), NOW)).isEmpty();
    }

    @Test
    void theNameIsAlwaysOneOfAnObject() {
        assertThat(LEASE.name()).isEqualTo("stowage-mover-disks.example.com-node-1");
        String upper = new MoverLease("Disks.example.com", "node-1").name();
        String longer = new MoverLease("d".repeat(63), "n".repeat(250)).name();
        assertThat(upper).matches("stowage-mover-[0-9a-f]{64}");
        assertThat(longer).matches("stowage-mover-[0-9a-f]{64}").isNotEqualTo(upper);
    }
}
