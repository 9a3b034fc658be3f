package dev.stowage.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ManualTest {

    private final Flags flags = new Flags("stowage try", "Tries.")
            .arguments(2)
            .words(List.of("pvc/", "pod/"))
            .verbs(List.of("again"))
            .examples("stowage try pvc/data");

    @Test
    void whoeverAsksForHelpIsToldWhatWasDeclared() {
        flags.bool("quick", false, "Make haste.");
        flags.required("data", Flag.FOLDER, "Where.");
        Manual manual = catchThrowableOfType(HelpRequested.class, () -> flags.parse("--help"))
                .manual();
        assertThat(manual.flags()).extracting(Flag::name).containsExactly("quick", "data");
        assertThat(manual.usage()).isEqualTo("stowage try");
        assertThat(manual.arguments()).isEqualTo(2);
        assertThat(manual.words()).containsExactly("pvc/", "pod/");
        assertThat(manual.verbs()).containsExactly("again");
        assertThat(manual.examples()).isEqualTo("stowage try pvc/data");
    }

    @Test
    void aFlagTellsWhatItsValueCanBe() {
        Flag<String> shape = flags.choice("shape", List.of("text", "json"), "text", "How.");
        assertThat(shape.choices()).containsExactly("text", "json");
        assertThat(shape.isFile()).isFalse();
        assertThat(flags.file("in", "", "What.").isFile()).isTrue();
        assertThat(flags.folder("at", "", "Where.").isFolder()).isTrue();
        assertThat(flags.text("name", "", "Who.").choices()).isEmpty();
    }
}
