package dev.stowage.interop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FreePortTest {

    @Test
    void noPortIsHandedOutTwiceNorCouldTheKernelGiveItToSomebodyElse() throws Exception {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            ports.add(FreePort.next());
        }
        assertThat(ports).hasSize(100).allSatisfy(port -> assertThat(port).isBetween(20_000, 29_999));
    }
}
