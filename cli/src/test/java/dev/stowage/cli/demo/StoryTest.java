package dev.stowage.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class StoryTest {

    @Test
    void nothingIsRemovedFromAClusterThatStays() throws IOException {
        Stage stage = Stage.in(-1, Environment.ofProcess("1", (_, _) -> {}));
        try {
            assertThat(Story.of(stage, false))
                    .extracting(Step::name)
                    .startsWith("up", "claim", "bound")
                    .endsWith("gone");
            assertThat(Story.of(stage, true)).extracting(Step::name).endsWith("retain");
            assertThat(Story.of(stage, false)).extracting(Step::promise).doesNotHaveDuplicates();
        } finally {
            stage.removeFolder();
        }
    }
}
