package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.mount.FakeMounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.server.Driver.CsiService;
import dev.stowage.sdk.server.DriverEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SharedPoolsTest {

    private static final PoolSettings A = pool("a", BackendKind.IMAGE).accessibleFrom(zone("a"));
    private static final PoolSettings B = pool("b", BackendKind.IMAGE).accessibleFrom(zone("b"));
    private static final PoolSettings EVERYWHERE = pool("everywhere", BackendKind.IMAGE);

    private static PoolSettings pool(String name, BackendKind kind) {
        return new PoolSettings(name, kind, Path.of("/" + name), Bytes.gibi(1), 1, Bytes.ZERO, false, false);
    }

    private static Topology zone(String name) {
        return new Topology(Map.of("topology.kubernetes.io/zone", name));
    }

    private static DriverEnvironment process(Topology topology, CsiService... services) {
        return new DriverEnvironment(Path.of("/data"), "node-1", topology, Set.of(services), new FakeMounts());
    }

    @Test
    void aNodeOpensThePoolsThatItHasAccessTo() {
        assertThat(SharedPools.opened(List.of(A, B, EVERYWHERE), true, process(zone("b"), CsiService.NODE)))
                .containsExactly(B, EVERYWHERE);
    }

    @Test
    void aControllerOpensAllPools() {
        assertThat(SharedPools.opened(List.of(A, B), true, process(Topology.ANYWHERE, CsiService.CONTROLLER)))
                .containsExactly(A, B);
        assertThat(SharedPools.opened(List.of(A, B), true, process(zone("b"), CsiService.CONTROLLER, CsiService.NODE)))
                .containsExactly(A, B);
    }

    @Test
    void aNodeWithoutAccessToAnyPoolIsRefused() {
        assertThatThrownBy(() -> SharedPools.opened(List.of(A, B), true, process(Topology.ANYWHERE, CsiService.NODE)))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --topology: no pool in --config is accessible from this node, whose topology is"
                        + " anywhere");
    }

    @Test
    void topologiesRequireAttachMode() {
        assertThatThrownBy(() -> SharedPools.opened(List.of(A), false, process(zone("a"), CsiService.NODE)))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --config: pools with a topology require --attach");
    }

    @Test
    void attachModeRequiresImages() {
        assertThatThrownBy(() -> SharedPools.opened(
                        List.of(A, pool("d", BackendKind.DIRECTORY)), true, process(zone("a"), CsiService.NODE)))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --attach requires pools with backend image");
    }
}
