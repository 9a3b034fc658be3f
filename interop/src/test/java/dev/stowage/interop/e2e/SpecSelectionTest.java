package dev.stowage.interop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.suite.SuiteOptions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class SpecSelectionTest {

    private static final String DISRUPTIVE = "External Storage [Driver: d] [Testpattern: p] disruptive [Disruptive] x";

    @Test
    void whatIsLeftOutIsToldOnlyOfSpecsThatWereAskedFor() {
        SpecSelection all = SpecSelection.of(SuiteOptions.NONE);
        assertThat(all.whyLeftOut(DISRUPTIVE)).isPresent();
        assertThat(all.whyLeftOut("[sig-node] Kubelet [Disruptive] x")).isEmpty();
        assertThat(all.whyLeftOut("External Storage [Driver: d] [Testpattern: p] volumes x"))
                .isEmpty();
        assertThat(focusedOn("volumes").whyLeftOut(DISRUPTIVE)).isEmpty();
        assertThat(Pattern.compile(all.skip()).matcher(DISRUPTIVE).find()).isTrue();
    }

    @Test
    void focusStaysWithinTheStorageTests() {
        Pattern focus = Pattern.compile(focusedOn("should store data").focus());
        assertThat(focus.matcher("External Storage [Driver: d] volumes should store data")
                        .find())
                .isTrue();
        assertThat(focus.matcher("In-tree Volumes should store data").find()).isFalse();
    }

    private static SpecSelection focusedOn(String words) {
        return SpecSelection.of(new SuiteOptions(
                false,
                Optional.empty(),
                false,
                List.of(),
                new SuiteOptions.E2eOptions(Optional.of(words), false, true)));
    }
}
