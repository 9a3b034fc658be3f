package dev.stowage.cli.collect;

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
            Write what explain and doctor see into one file that can be sent to somebody: objects, the server's version,
            the checks of this machine. Secrets and config maps are never read; values of environment variables, commands,
            annotations of strangers and settings that look like secrets are left out, and the manifest counts them.
            Look into it before you send it all the same.""").examples("""
                    stowage collect
                    stowage collect --output /tmp/b.tar.gz --logs /var/log/stowage.log
                    stowage explain pvc/data --bundle /tmp/b.tar.gz
                    """);
    private final Flag<String> output = flags.value(
            "output",
            "FILE",
            "",
            "Where it is written; else stowage-TIME.tar.gz here. It must not be there yet.",
            t -> t);
    private final Flag<List<String>> logs =
            flags.list("logs", List.of(), "Log files that go in as well, at most the last 4 MiB of each.");
    private final Flag<List<String>> roots =
            flags.list("kubelet-root", List.of(), "Folders of kubelets on this machine, as for doctor.");
    private final Flag<String> kubeconfig =
            flags.value("kubeconfig", "FILE", "", "The kubeconfig; else what the environment says.", text -> text);

    CollectOptions parse(List<String> args, Instant now) {
        ParsedFlags line = flags.parse(args);
        String file = line.value(output).isEmpty() ? "stowage-" + STAMP.format(now) + ".tar.gz" : line.value(output);
        return new CollectOptions(
                Path.of(file).toAbsolutePath().normalize(),
                paths(line.value(logs)),
                paths(line.value(roots)),
                line.value(kubeconfig));
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream()
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .toList();
    }
}
