package dev.stowage.cli.up;

import dev.stowage.apiserver.EventTtl;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The command line of `stowage up`.
final class UpFlags {
    private static final int MOST_NODES = 20;
    private static final int USUAL_PORT = 6443;
    private static final int LAST_PORT = 65535;

    private final Path usual;
    private final FlagSet flags = new FlagSet(
            "stowage up [--nodes=N] [--data=FOLDER] [--port=N] [--backend=KIND] [--detach]",
            "Run a whole cluster in one process: the Kubernetes API, its controllers, drivers for local volumes, and"
                    + " nodes that run pods as plain processes. Ctrl-C or \"stowage down\" ends it and leaves nothing"
                    + " mounted; the next start with the same folder goes on where it was. Without root it runs in a"
                    + " namespace of users, and volumes are plain directories.");
    private final Flag<Integer> nodes = flags.integer("nodes", 1, "How many nodes there are.");
    private final Flag<String> data = flags.directory(
            "data",
            "",
            "Where everything is kept: objects, volumes, logs, kubeconfig. " + DataDirectory.OF_ROOT
                    + " without it; for others than root ~/.local/share/stowage/up.");
    private final Flag<Integer> port =
            flags.integer("port", USUAL_PORT, "Where the API is served on 127.0.0.1; 0 for any free port.");
    private final Flag<String> backend = flags.choice(
            "backend",
            List.of("image", "btrfs", "directory", "shared"),
            "",
            "How volumes of the default class are kept: image, btrfs, directory or shared. Without it the best that"
                    + " this machine has.");
    private final Flag<Boolean> detach = flags.bool(
            "detach", false, "Return when everything is ready, and let it run on; its log is FOLDER/up.log.");
    private final Flag<Integer> verbosity = flags.integer(
            "v",
            -1,
            "How much is logged: 0 for what happens, 4 for debugging, 5 shows every call. Else only warnings.");

    private final Flag<Boolean> apart = flags.bool(
            "drivers-apart",
            false,
            "Run each driver as a process of its own, which is started again when it ends; its log is in FOLDER/logs.");

    private final Flag<EventTtl> eventTtl = EventTtl.flag(flags);

    /// @param usual the folder when none is named
    UpFlags(Path usual) {
        this.usual = usual;
    }

    /// @param detach whether the command returns when all is ready
    record Invocation(UpOptions options, boolean detach) {}

    Invocation parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        int count = line.value(nodes);
        if (count < 1 || count > MOST_NODES) {
            throw new UsageException("flag --nodes: " + count + " is not between 1 and " + MOST_NODES);
        }
        int number = line.value(port);
        if (number < 0 || number > LAST_PORT) {
            throw new UsageException("flag --port: " + number + " is no port");
        }
        UpOptions options = new UpOptions(
                count,
                DataDirectory.named(line.value(data), usual),
                number,
                line.value(verbosity),
                kind(line.value(backend)),
                line.value(apart) ? DriverIsolation.ALL : DriverIsolation.NONE,
                line.value(eventTtl));
        options.requireShortFolder();
        return new Invocation(options, line.value(detach));
    }

    private static Optional<BackendKind> kind(String word) {
        try {
            return word.isEmpty() ? Optional.empty() : Optional.of(BackendKind.of(word));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --backend: " + e.getMessage());
        }
    }
}
