package dev.stowage.cli.top;

import dev.stowage.cli.OutputFormat;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.time.Duration;
import java.util.List;

/// The command line of `stowage top`.
final class TopFlags {
    private final FlagSet flags = new FlagSet(
            "stowage top [-n NAMESPACE | -A] [flags]",
            "Show claims with how full their volumes are, as the kubelets tell it through the API. On a terminal it goes"
                    + " on until Ctrl-C; else it prints once.");
    private final Flag<String> namespace =
            flags.text("namespace", "", "The namespace, else the kubeconfig's; -n for short.");
    private final Flag<String> brief = flags.text("n", "", "The same.");
    private final Flag<Boolean> everywhere = flags.bool("all-namespaces", false, "All namespaces; -A for short.");
    private final Flag<Boolean> all = flags.bool("A", false, "The same.");
    private final Flag<SortKey> order = flags.value(
            "sort", SortKey.words(), SortKey.NAME, "What comes first; amounts from the largest.", SortKey::of);
    private final Flag<Boolean> once = flags.bool("once", false, "Print once, also on a terminal.");
    private final Flag<Duration> every = flags.duration("interval", Duration.ofSeconds(2), "How often to look again.");
    private final Flag<OutputFormat> output = flags.value(
            "output",
            OutputFormat.WORDS,
            OutputFormat.TEXT,
            "For people or for programs; -o for short.",
            OutputFormat::of);
    private final Flag<OutputFormat> format =
            flags.value("o", OutputFormat.WORDS, OutputFormat.TEXT, "The same.", OutputFormat::of);
    private final Flag<String> kubeconfig =
            flags.value("kubeconfig", "FILE", "", "The kubeconfig; else what the environment says.", text -> text);

    TopOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        boolean isForAll = line.value(all) || line.value(everywhere);
        if (isForAll && (line.isSet(namespace) || line.isSet(brief))) {
            throw new UsageException("-n and -A cannot be used together");
        }
        if (line.value(every).compareTo(Duration.ofMillis(200)) < 0) {
            throw new UsageException("flag --interval: less than 200ms would keep every kubelet busy");
        }
        return new TopOptions(
                isForAll,
                line.isSet(brief) ? line.value(brief) : line.value(namespace),
                line.value(order),
                line.value(once),
                line.value(every),
                line.isSet(format) ? line.value(format) : line.value(output),
                line.value(kubeconfig));
    }
}
