package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.time.Duration;
import java.util.Set;

/// The flags that every verb has; they may stand in front of the verb as well.
record GlobalFlags(
        Flag<String> endpoint,
        Flag<CsiOutputFormat> output,
        Flag<Duration> timeout,
        Flag<String> request,
        Flag<String> requestFile) {

    /// Each takes a value.
    static final Set<String> NAMES = Set.of("endpoint", "output", "timeout", "request", "request-file");

    static GlobalFlags declare(FlagSet flags) {
        return new GlobalFlags(
                flags.value(
                        "endpoint",
                        "unix:///PATH",
                        "",
                        "The driver's socket; the environment's CSI_ENDPOINT when absent.",
                        text -> text),
                flags.value(
                        "output",
                        "table|json",
                        CsiOutputFormat.TABLE,
                        "For people or for programs.",
                        CsiOutputFormat::parse),
                flags.duration("timeout", Duration.ofSeconds(60), "How long one call may take."),
                flags.value(
                        "request",
                        "JSON",
                        "",
                        "The whole request under the protocol's field names; flags change it further.",
                        text -> text),
                flags.value(
                        "request-file",
                        "FILE",
                        "",
                        "The same from a file, which may hold secrets too; - is standard input.",
                        text -> text));
    }
}
