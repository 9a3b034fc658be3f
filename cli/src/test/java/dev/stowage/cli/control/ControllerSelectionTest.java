package dev.stowage.cli.control;

import static dev.stowage.kube.controller.ControllerName.ATTACH_DETACH;
import static dev.stowage.kube.controller.ControllerName.BINDER;
import static dev.stowage.kube.controller.ControllerName.GARBAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.controller.ControllerName;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ControllerSelectionTest {
    private static final Set<ControllerName> KNOWN = Set.of(BINDER, ATTACH_DETACH, GARBAGE);

    private static Set<ControllerName> choose(String... words) {
        return ControllerSelection.of(List.of(words), KNOWN);
    }

    @Test
    void starMeansThoseThatRunByDefault() {
        assertThat(choose("*")).containsExactlyInAnyOrder(BINDER, ATTACH_DETACH);
    }

    @Test
    void namesAddAndTakeAway() {
        assertThat(choose("*", "-persistentvolume-binder-controller", "garbage-collector-controller"))
                .containsExactlyInAnyOrder(ATTACH_DETACH, GARBAGE);
        assertThat(choose("persistentvolume-binder-controller")).containsExactly(BINDER);
    }

    @Test
    void olderNamesAreKnown() {
        assertThat(choose("*", "-attachdetach")).containsExactly(BINDER);
        assertThat(ControllerName.of("endpoint")).isPresent().isEqualTo(ControllerName.of("endpoints-controller"));
    }

    @Test
    void theFirstWordCounts() {
        assertThat(choose("-attachdetach", "attachdetach", "*")).containsExactly(BINDER);
    }

    @Test
    void unknownNameIsRefusedWithASuggestion() {
        assertThatThrownBy(() -> choose("garbage-colector-controller"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("did you mean garbage-collector-controller?");
    }
}
