package dev.stowage.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandHelpTest {

    private final FlagSet flags = new FlagSet("stowage try", "Tries.")
            .arguments(2)
            .words(List.of("pvc/", "pod/"))
            .verbs(List.of("again"))
            .examples("stowage try pvc/data");

    @Test
    void helpCarriesTheDeclarations() {
        flags.bool("quick", false, "Make haste.");
        flags.required("data", Flag.DIRECTORY, "Where.");
        CommandHelp commandHelp = catchThrowableOfType(HelpRequestedException.class, () -> flags.parse("--help"))
                .commandHelp();
        assertThat(commandHelp.flags()).extracting(Flag::name).containsExactly("quick", "data");
        assertThat(commandHelp.usage()).isEqualTo("stowage try");
        assertThat(commandHelp.arguments()).isEqualTo(2);
        assertThat(commandHelp.words()).containsExactly("pvc/", "pod/");
        assertThat(commandHelp.verbs()).containsExactly("again");
        assertThat(commandHelp.examples()).isEqualTo("stowage try pvc/data");
    }

    @Test
    void aFlagKnowsItsPossibleValues() {
        Flag<String> shape = flags.choice("shape", List.of("text", "json"), "text", "How.");
        assertThat(shape.choices()).containsExactly("text", "json");
        assertThat(shape.isFile()).isFalse();
        assertThat(flags.file("in", "", "What.").isFile()).isTrue();
        assertThat(flags.directory("at", "", "Where.").isDirectory()).isTrue();
        assertThat(flags.text("name", "", "Who.").choices()).isEmpty();
    }
}
