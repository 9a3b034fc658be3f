package dev.stowage.cli.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandManualTest {

    @Test
    void everyCommandTellsItsFlagsWithoutRunning() {
        assertThat(CommandManual.of(InstalledCommands.commands()))
                .allSatisfy(commandManual -> assertThat(commandManual.summary()).endsWith("."))
                .filteredOn(
                        commandManual -> List.of("up", "driver", "node", "csi").contains(commandManual.path()))
                .hasSize(4)
                .allSatisfy(commandManual ->
                        assertThat(commandManual.commandHelp().flags()).isNotEmpty());
    }

    @Test
    void verbsAreReadOneByOne() {
        CommandManual csi = CommandManual.of(InstalledCommands.commands()).stream()
                .filter(commandManual -> commandManual.path().equals("csi"))
                .findFirst()
                .orElseThrow();
        CommandManual create = csi.verbs().stream()
                .filter(verb -> verb.path().equals("csi create"))
                .findFirst()
                .orElseThrow();
        assertThat(create.commandHelp().flags()).extracting(Flag::name).contains("size", "endpoint");
    }

    @Test
    void aCommandThatRunsWhenAskedForHelpIsAMistake() {
        assertThatThrownBy(() -> CommandManual.of(List.of(new Careless(false))))
                .hasMessage("stowage careless --help ran the command, with exit status 0");
        assertThat(CommandManual.of(List.of(new Careless(true)))
                        .getFirst()
                        .commandHelp()
                        .flags())
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
