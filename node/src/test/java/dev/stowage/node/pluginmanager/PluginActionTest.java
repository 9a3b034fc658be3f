package dev.stowage.node.pluginmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PluginActionTest {
    private static final SocketIdentity ONE = new SocketIdentity(1, 7, Instant.EPOCH);

    /// The same inode number, reused.
    private static final SocketIdentity ANOTHER = new SocketIdentity(1, 7, Instant.EPOCH.plusMillis(4));

    @Test
    void whatIsSeenAndWhatIsKnownTellWhatToDo() {
        assertThat(PluginAction.between(Optional.empty(), Optional.empty())).isEmpty();
        assertThat(PluginAction.between(Optional.of(ONE), Optional.empty()))
                .isEqualTo(List.of(new PluginAction.Register(ONE)));
        assertThat(PluginAction.between(Optional.of(ONE), Optional.of(ONE))).isEmpty();
        assertThat(PluginAction.between(Optional.empty(), Optional.of(ONE)))
                .isEqualTo(List.of(new PluginAction.Unregister()));
        assertThat(PluginAction.between(Optional.of(ANOTHER), Optional.of(ONE)))
                .isEqualTo(List.of(new PluginAction.Unregister(), new PluginAction.Register(ANOTHER)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.0.0             | 1.0.0",
                "v1.0.0            | 1.0.0",
                "1.0.0 1.5.0 1.2.0 | 1.5.0",
                "0.3.0 1.0         | 1.0",
                "1.9.0 1.10.0      | 1.10.0",
                "1.1.0 2.0.0       | 1.1.0",
                "1.0.0-rc1 x       | 1.0.0",
                "2.0.0             | none",
                "0.3.0             | none",
                "1                 | none",
                "01.0              | none",
                "nonsense          | none",
            })
    void theHighestVersionThatTheNodeSpeaksCounts(String versions, String highest) {
        assertThat(CsiVersion.highest(List.of(versions.split(" ", -1)))
                        .map(CsiVersion::toString)
                        .orElse("none"))
                .isEqualTo(highest);
    }
}
