package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class DemoScenarioTest {

    @Test
    void nothingIsRemovedFromAClusterThatStays() throws IOException {
        DemoCluster demoCluster = DemoCluster.in(-1, Environment.ofProcess("1", (_, _) -> {}));
        try {
            assertThat(DemoScenario.of(demoCluster, false))
                    .extracting(DemoStep::name)
                    .startsWith("up", "claim", "bound")
                    .endsWith("gone");
            assertThat(DemoScenario.of(demoCluster, true))
                    .extracting(DemoStep::name)
                    .endsWith("retain");
            assertThat(DemoScenario.of(demoCluster, false))
                    .extracting(DemoStep::expectation)
                    .doesNotHaveDuplicates();
        } finally {
            demoCluster.removeFolder();
        }
    }
}
