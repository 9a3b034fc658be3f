package dev.stowage.cli;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// Runs a command and returns the exit status: 0 success, 1 failure, 2 usage error, 130 interrupted.
public final class Main {

    private final List<Command> commands;
    private final PrintStream out;
    private final PrintStream err;

    Main(List<Command> commands, PrintStream out, PrintStream err) {
        this.commands =
                commands.stream().sorted(Comparator.comparing(Command::name)).toList();
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        LogConfiguration.configure(System.getenv());
        List<Command> commands = ServiceLoader.load(Command.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        int status = new Main(commands, System.out, System.err).run(List.of(args));
        System.out.flush();
        System.exit(status);
    }

    int run(List<String> args) {
        String name = args.isEmpty() ? "--help" : args.getFirst();
        return switch (name) {
            case "--help", "-h", "-help", "help" -> {
                if (name.equals("help") && args.size() > 1) {
                    yield run(List.of(args.get(1), "--help"));
                }
                out.print(help());
                yield args.isEmpty() ? 2 : 0;
            }
            case "--version", "-version", "version" -> {
                out.println(Version.current().line());
                yield 0;
            }
            default ->
                commands.stream()
                        .filter(command -> command.name().equals(name))
                        .findFirst()
                        .map(command -> run(command, args.subList(1, args.size())))
                        .orElseGet(() -> unknown(name));
        };
    }

    private int run(Command command, List<String> args) {
        try {
            return command.run(args);
        } catch (HelpRequestedException e) {
            out.print(e.getMessage());
            return 0;
        } catch (UsageException e) {
            err.println("stowage " + command.name() + ": " + e.getMessage());
            return 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 130;
        } catch (Exception e) {
            err.println("stowage " + command.name() + ": " + FailureText.of(e));
            if (System.getenv("STOWAGE_TRACE") != null) {
                e.printStackTrace(err);
            }
            return 1;
        }
    }

    private int unknown(String name) {
        boolean isFlag = name.startsWith("-");
        List<String> known = isFlag
                ? List.of("--help", "--version")
                : all().map(Command::name).toList();
        err.println("stowage: unknown " + (isFlag ? "flag " : "command ") + name
                + SpellingSuggestion.nearest(name, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("")
                + " (stowage --help lists the commands)");
        return 2;
    }

    private Stream<Command> all() {
        return Stream.concat(commands.stream(), LauncherCommand.ALL.stream());
    }

    private String help() {
        int width = all().mapToInt(command -> command.name().length()).max().orElse(0);
        StringBuilder text = new StringBuilder("""
                Stowage implements the Container Storage Interface (CSI) and the Kubernetes side of it, in Java.

                Usage:
                  stowage COMMAND [flags]
                """);
        CommandGroup.grouped(all().toList(), Command::name).forEach((group, members) -> {
            text.append('\n').append(group.title()).append(":\n");
            members.forEach(
                    command -> text.append(("  %-" + width + "s  %s%n").formatted(command.name(), command.summary())));
        });
        return text.append("""

                Use "stowage COMMAND --help" for the flags of a command, "stowage --version" for the version.

                Exit status: 0 success, 1 failure, 2 usage error, 130 interrupted; a few commands use 3
                (see docs/reference).
                """).toString();
    }
}
