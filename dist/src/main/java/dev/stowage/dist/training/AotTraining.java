package dev.stowage.dist.training;

import dev.stowage.cli.Command;
import dev.stowage.cli.Main;
import dev.stowage.flags.HelpRequestedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/// The training run that the launcher starts once after a build, so that the JVM records which classes a start
/// needs: the help of every command, and for commands that do more than print (`serving`, `apiserver`,
/// `sidecar`, `control`, `up`) one real session over a socket. Later starts load these classes from the AOT
/// cache.
final class AotTraining {

    private AotTraining() {}

    public static void main(String[] args) throws Exception {
        List<Command> commands = ServiceLoader.load(Command.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        // A role in its own process has its own small cache: the classes of other commands would only use memory.
        boolean role = args.length == 2;
        for (Command command : role ? List.<Command>of() : commands) {
            quietly(command, List.of("--help"));
        }
        Path scratch = Files.createTempDirectory("stowage-training");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TemporaryFolders.remove(scratch)));
        if (List.of(args).contains("serving")) {
            DriverTraining.run(commands, scratch);
        }
        if (List.of(args).contains("apiserver")) {
            ApiServerTraining.run(commands, scratch);
        }
        if (List.of(args).contains("up")) {
            UpTraining.run(scratch);
        }
        if (role && args[0].equals("sidecar")) {
            SidecarTraining.run(commands, scratch, Path.of(args[1]));
        }
        if (role && args[0].equals("control")) {
            ControlTraining.run(commands, Path.of(args[1]));
        }
        // Ends the process, including any server that the training left running.
        Main.main(new String[] {"--help"});
    }

    /// A command that fails here must not prevent the cache for all the others.
    static void quietly(Command command, List<String> args) {
        try {
            command.run(args);
        } catch (HelpRequestedException e) {
            System.out.println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            System.err.println("stowage " + command.name() + ": " + e.getMessage());
        }
    }
}
