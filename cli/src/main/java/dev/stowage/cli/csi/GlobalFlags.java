package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.time.Duration;
import java.util.Set;

/// The flags that every verb has; they may also precede the verb.
record GlobalFlags(
        Flag<String> endpoint,
        Flag<CsiOutputFormat> output,
        Flag<Duration> timeout,
        Flag<String> request,
        Flag<String> requestFile) {

    /// All of them take a value; `o` is the short form of `output`.
    static final Set<String> NAMES = Set.of("endpoint", "output", "o", "timeout", "request", "request-file");

    static GlobalFlags declare(FlagSet flags) {
        return new GlobalFlags(
                flags.value(
                        "endpoint",
                        "string",
                        "",
                        "Socket of the driver, unix:///PATH; by default $CSI_ENDPOINT.",
                        text -> text),
                flags.shorthand(
                        "o",
                        flags.value(
                                "output",
                                "table|json",
                                CsiOutputFormat.TABLE,
                                "Output format: table or json.",
                                CsiOutputFormat::parse)),
                flags.duration("timeout", Duration.ofSeconds(60), "Deadline of one call."),
                flags.value(
                        "request",
                        "json",
                        "",
                        "The whole request as JSON with the field names of the protocol; other flags override it.",
                        text -> text),
                flags.value(
                        "request-file",
                        Flag.FILE,
                        "",
                        "File with the whole request as JSON, which may contain secrets; - reads standard input.",
                        text -> text));
    }
}
