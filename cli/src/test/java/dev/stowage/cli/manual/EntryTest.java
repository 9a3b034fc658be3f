package dev.stowage.cli.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EntryTest {

    @Test
    void everyCommandTellsItsFlagsWithoutRunning() {
        assertThat(Entry.of(Installed.commands()))
                .allSatisfy(entry -> assertThat(entry.summary()).endsWith("."))
                .filteredOn(entry -> List.of("up", "driver", "node", "csi").contains(entry.path()))
                .hasSize(4)
                .allSatisfy(entry -> assertThat(entry.commandHelp().flags()).isNotEmpty());
    }

    @Test
    void verbsAreReadOneByOne() {
        Entry csi = Entry.of(Installed.commands()).stream()
                .filter(entry -> entry.path().equals("csi"))
                .findFirst()
                .orElseThrow();
        Entry create = csi.verbs().stream()
                .filter(verb -> verb.path().equals("csi create"))
                .findFirst()
                .orElseThrow();
        assertThat(create.commandHelp().flags()).extracting(Flag::name).contains("size", "endpoint");
    }

    @Test
    void aCommandThatRunsWhenAskedForHelpIsAMistake() {
        assertThatThrownBy(() -> Entry.of(List.of(new Careless(false))))
                .hasMessage("stowage careless --help ran the command, with exit status 0");
        assertThat(Entry.of(List.of(new Careless(true))).getFirst().commandHelp().flags())
                .isEmpty();
    }

    private record Careless(boolean isForAnother) implements Command {

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public String summary() {
            return "Listens to nobody.";
        }

        @Override
        public int run(List<String> args) {
            return 0;
        }
    }
}
