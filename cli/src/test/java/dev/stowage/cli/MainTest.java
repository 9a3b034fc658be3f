package dev.stowage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.flags.FlagSet;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Main main =
            new Main(List.of(new Echo()), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));

    @Test
    void theCommandsExitStatusIsTheProgramsOwn() {
        assertThat(main.run(List.of("echo", "--status=7"))).isEqualTo(7);
    }

    @Test
    void anUnknownCommandIsOneClearLineAndStatusTwo() {
        assertThat(main.run(List.of("ehco"))).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo("stowage: unknown command ehco; did you mean echo? (stowage --help lists the commands)\n");
        assertThat(out.size()).isZero();
    }

    @Test
    void anUnknownFlagIsOneClearLineAndStatusTwo() {
        assertThat(main.run(List.of("echo", "--stats=7"))).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo("stowage echo: unknown flag --stats; did you mean --status? (--help lists the flags)\n");
        assertThat(main.run(List.of("--wrong"))).isEqualTo(2);
    }

    @Test
    void theHelpOfACommandCanBeRequestedInTwoWays() {
        assertThat(main.run(List.of("help", "echo"))).isZero();
        String help = out.toString(UTF_8);
        out.reset();
        assertThat(main.run(List.of("echo", "-h"))).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo(help);
    }

    @Test
    void commandsOfTheLauncherAndFlagsAreSuggestedToo() {
        main.run(List.of("kubctl"));
        main.run(List.of("--versoin"));
        assertThat(err.toString(UTF_8)).contains("did you mean kubectl?", "did you mean --version?");
    }

    @Test
    void helpGoesToStandardOutputAndNamesEveryCommand() {
        assertThat(main.run(List.of("--help"))).isZero();
        assertThat(out.toString(UTF_8))
                .containsPattern("\n  echo +Says nothing\\.\n")
                .contains("\nGetting started:\n  kubectl ")
                .contains("\nDevelopment:\n  build ");
        assertThat(main.run(List.of("echo", "--help"))).isZero();
        assertThat(out.toString(UTF_8)).contains("Usage:\n  stowage echo\n");
        assertThat(err.size()).isZero();
    }

    @Test
    void noCommandAtAllShowsTheHelpButIsWrong() {
        assertThat(main.run(List.of())).isEqualTo(2);
        assertThat(out.toString(UTF_8)).contains("Usage:\n  stowage COMMAND [flags]\n");
    }

    @Test
    void aFailureIsTheMessageOnOneLineWithoutAStack() {
        assertThat(main.run(List.of("echo", "--status=-1"))).isEqualTo(1);
        assertThat(err.toString(UTF_8)).isEqualTo("stowage echo: the disk is on fire\n");
    }

    @Test
    void theVersionNamesTheBuild() {
        assertThat(main.run(List.of("--version"))).isZero();
        assertThat(out.toString(UTF_8)).matches("stowage \\d+\\.\\d+\\S* \\(commit \\S+, Java 2\\d.*\\)\n");
    }

    private static final class Echo implements Command {

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public String summary() {
            return "Says nothing.";
        }

        @Override
        public int run(List<String> args) {
            FlagSet flags = new FlagSet("stowage echo", summary());
            var status = flags.integer("status", 0, "The exit status.");
            int wanted = flags.parse(args).value(status);
            if (wanted < 0) {
                throw new IllegalStateException("the disk is on fire");
            }
            return wanted;
        }
    }
}
