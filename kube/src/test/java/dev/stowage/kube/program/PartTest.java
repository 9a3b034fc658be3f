package dev.stowage.kube.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PartTest {
    private final Life life = new Life();
    private final List<String> heard = new ArrayList<>();

    @Test
    void aPartIsClosedByItsOwnerLatestFirstAndOnce() throws Exception {
        Part part = life.open(
                () -> {
                    life.atTheEnd(() -> heard.add("first"));
                    life.atTheEnd(() -> heard.add("second"));
                },
                heard::add);
        assertThat(life.ending().hasCome()).isFalse();
        part.close();
        part.close();
        assertThat(heard).containsExactly("second", "first");
        assertThat(life.ending().hasCome()).isTrue();
    }

    @Test
    void theOwnerHearsOfAFailureAndStillHasToClose() throws Exception {
        Part part = life.open(() -> life.atTheEnd(() -> heard.add("closed")), heard::add);
        life.ending().fail("the lamp is out");
        life.ending().fail("so is the other");
        assertThat(heard).containsExactly("the lamp is out");
        part.close();
        assertThat(heard).containsExactly("the lamp is out", "closed");
    }

    @Test
    void whatWasOpenedIsClosedWhenTheBeginningFails() {
        assertThatThrownBy(() -> life.open(
                        () -> {
                            life.atTheEnd(() -> heard.add("closed"));
                            throw new IOException("no");
                        },
                        heard::add))
                .hasMessage("no");
        assertThat(heard).containsExactly("closed");
    }
}
