package dev.stowage.cli.top;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.time.Duration;
import java.util.List;

/// The command line of `stowage top`.
final class TopFlags {
    private final FlagSet flags = new FlagSet("stowage top [-n NAMESPACE | -A] [flags]", """
            Show the usage of the volumes of claims, as the kubelets report it through the API server. SIZE is that of
            the claim; USED, CAPACITY and INODES are those of the file system that the volume is in. An asterisk marks
            a file system that the volume shares with others.
            On a terminal the table is refreshed until Ctrl-C; otherwise it is printed once.""").examples("""
                    stowage top -A
                    stowage top -n shop --sort percent
                    stowage top -A -o json
                    """);
    private final Flag<String> namespace = flags.shorthand(
            "n", flags.text("namespace", "", "Show claims of this namespace; by default that of the kubeconfig."));
    private final Flag<Boolean> allNamespaces =
            flags.shorthand("A", flags.bool("all-namespaces", false, "Show claims of all namespaces."));
    private final Flag<SortKey> sort = flags.value(
            "sort", SortKey.words(), SortKey.NAME, "Sort by this column; numbers in descending order.", SortKey::of);
    private final Flag<Boolean> once = flags.bool("once", false, "Print once, even on a terminal.");
    private final Flag<Duration> interval =
            flags.duration("interval", Duration.ofSeconds(2), "Time between two refreshes.");
    private final Flag<OutputFormat> output = OutputFormat.flag(flags);
    private final ClusterFlags cluster = ClusterFlags.declare(flags);

    TopOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        if (parsed.value(allNamespaces) && parsed.isSet(namespace)) {
            throw new UsageException("-n and -A cannot be used together");
        }
        if (parsed.value(interval).compareTo(Duration.ofMillis(200)) < 0) {
            throw new UsageException("flag --interval: must be at least 200ms, to spare the kubelets");
        }
        return new TopOptions(
                parsed.value(allNamespaces),
                parsed.value(namespace),
                parsed.value(sort),
                parsed.value(once),
                parsed.value(interval),
                parsed.value(output),
                cluster.read(parsed));
    }
}
