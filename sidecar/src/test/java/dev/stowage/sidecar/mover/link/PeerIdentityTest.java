package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.x509.SubjectName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PeerIdentityTest {
    private static final List<String> GROUP = List.of(PeerIdentity.GROUP);

    @Test
    void theNodeIsInTheCommonName() {
        assertThat(PeerIdentity.of(new SubjectName(List.of("stowage:mover:node-1.example"), GROUP, false)))
                .contains(new PeerIdentity("node-1.example"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"stowage:mover:", "node-1", "stowage:mover:../x", "stowage:mover:Node", "stowage:mover:a b"})
    void otherNamesAreNotMovers(String name) {
        assertThat(PeerIdentity.of(new SubjectName(List.of(name), GROUP, false)))
                .isEmpty();
    }

    @Test
    void aNameThatSaysMoreIsNotThatOfAMover() {
        List<String> name = List.of("stowage:mover:node-1");
        assertThat(PeerIdentity.of(new SubjectName(name, List.of(), false))).isEmpty();
        assertThat(PeerIdentity.of(new SubjectName(name, List.of(PeerIdentity.GROUP, "system:masters"), false)))
                .isEmpty();
        assertThat(PeerIdentity.of(new SubjectName(name, GROUP, true))).isEmpty();
        assertThat(PeerIdentity.of(new SubjectName(List.of(name.getFirst(), "stowage:mover:node-2"), GROUP, false)))
                .isEmpty();
    }
}
