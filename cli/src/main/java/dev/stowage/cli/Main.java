package dev.stowage.cli;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Picks the command and turns its end into an exit status: 0 well, 1 failed, 2 called wrongly.
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
            String message = e.getMessage();
            err.println("stowage " + command.name() + ": " + (message == null ? e.toString() : message));
            if (System.getenv("STOWAGE_TRACE") != null) {
                e.printStackTrace(err);
            }
            return 1;
        }
    }

    private int unknown(String name) {
        String what = name.startsWith("-") ? "flag " : "command ";
        err.println("stowage: unknown " + what + name
                + SpellingSuggestion.nearest(
                                name, commands.stream().map(Command::name).toList())
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("")
                + " (stowage --help lists the commands)");
        return 2;
    }

    private String help() {
        var lines = new TreeMap<>(commands.stream().collect(Collectors.toMap(Command::name, Command::summary)));
        // These are the launcher's own; they are listed here so that one page shows everything.
        lines.put("test", "Run every test that needs neither a Go tool nor kubectl.");
        lines.put("build", "Build without starting anything.");
        lines.put("kubectl", "Run kubectl for what \"stowage up\" started.");
        int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder("""
                Usage: stowage COMMAND [flags]

                The Container Storage Interface, whole, in Java.

                Commands:
                """);
        lines.forEach((name, summary) -> text.append(("  %-" + width + "s  %s%n").formatted(name, summary)));
        return text.append("""

                stowage COMMAND --help   explains a command and its flags
                stowage --version        tells the version, the commit and the Java in use

                Exit status: 0 well, 1 failed, 2 called wrongly, 130 interrupted; docs/reference tells the rest.
                """).toString();
    }
}
