package dev.stowage.cli.collect;

import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/// The command line of `stowage collect`.
final class CollectFlags {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final FlagSet flags = new FlagSet("stowage collect [--output FILE.tar.gz] [flags]", """
            Write a support bundle: the objects that explain and doctor need, the version of the API server and the
            checks of this node. Secrets and ConfigMaps are never read. Values of environment variables, commands,
            unknown annotations and settings that look like secrets are removed; the manifest counts them.
            Review the bundle before you share it.""").examples("""
                    stowage collect
                    stowage collect --output /tmp/b.tar.gz --logs /var/log/stowage.log
                    stowage explain pvc/data --bundle /tmp/b.tar.gz
                    """);
    private final Flag<String> output = flags.file(
            "output", "", "File to write, which must not exist yet; by default stowage-TIME.tar.gz in this directory.");
    private final Flag<List<String>> logs =
            flags.list("logs", List.of(), "Log files to include, at most the last 4 MiB of each.");
    private final Flag<List<String>> roots =
            flags.list("kubelet-root", List.of(), "Root directories of kubelets on this node, as for doctor.");
    private final ClusterFlags cluster = ClusterFlags.declare(flags);

    CollectOptions parse(List<String> args, Instant now) {
        ParsedFlags parsed = flags.parse(args);
        String file =
                parsed.value(output).isEmpty() ? "stowage-" + STAMP.format(now) + ".tar.gz" : parsed.value(output);
        return new CollectOptions(
                Path.of(file).toAbsolutePath().normalize(),
                paths(parsed.value(logs)),
                paths(parsed.value(roots)),
                cluster.read(parsed));
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream()
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .toList();
    }
}
