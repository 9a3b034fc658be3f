package dev.stowage.cli.explain;

import dev.stowage.cli.OutputFormat;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The command line of `stowage explain`.
final class ExplainFlags {
    private static final Set<ResourceKind> ASKED = EnumSet.of(
            ResourceKind.POD, ResourceKind.CLAIM, ResourceKind.VOLUME, ResourceKind.SNAPSHOT, ResourceKind.ATTACHMENT);
    private static final String WHAT = "pvc/NAME, pod/NAME, pv/NAME, volumesnapshot/NAME or volumeattachment/NAME";

    private final FlagSet flags = new FlagSet(
                    "stowage explain pvc/NAME|pod/NAME|pv/NAME|volumesnapshot/NAME|volumeattachment/NAME"
                            + " [-n NAMESPACE] [-o text|json] [--bundle FILE]",
                    """
                    Say in one sentence what is wrong with a volume, who must act, what shows it and what to do. Works on
                    any cluster with any driver; reads only.

                    Exit status: 0 nothing is wrong, or it waits and that is in order; 3 something is wrong;
                    1 it could not be looked at; 2 the command line is wrong.""")
            .arguments(2)
            .words(List.of("pvc/", "pod/", "pv/", "volumesnapshot/", "volumeattachment/"))
            .examples("""
                    stowage explain pvc/data
                    stowage explain pod web-0 -n shop
                    stowage explain pv/pvc-0b6f… -o json
                    stowage explain pvc/data --bundle stowage-20261115-120000.tar.gz
                    """);
    private final Flag<String> namespace =
            flags.text("namespace", "", "Where the object is, else what the kubeconfig says; -n for short.");
    private final Flag<String> brief = flags.text("n", "", "The same.");
    private final Flag<OutputFormat> output = flags.value(
            "output",
            OutputFormat.WORDS,
            OutputFormat.TEXT,
            "How the answer is written; -o for short.",
            OutputFormat::of);
    private final Flag<OutputFormat> format =
            flags.value("o", OutputFormat.WORDS, OutputFormat.TEXT, "The same.", OutputFormat::of);
    private final Flag<String> kubeconfig =
            flags.file("kubeconfig", "", "The kubeconfig; else $KUBECONFIG, or what a pod or the user's home has.");

    private final Flag<String> bundle =
            flags.file("bundle", "", "A file that stowage collect wrote, to look at in place of a cluster.");

    ExplainOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        List<String> words = words(line.arguments());
        ResourceKind resourceKind = ResourceKind.of(words.getFirst())
                .filter(ASKED::contains)
                .orElseThrow(
                        () -> new UsageException("\"" + words.getFirst() + "\" cannot be explained; ask for " + WHAT));
        return new ExplainOptions(
                resourceKind,
                line.isSet(brief) ? line.value(brief) : line.value(namespace),
                words.getLast(),
                line.value(kubeconfig),
                line.value(bundle),
                line.isSet(format) ? line.value(format) : line.value(output));
    }

    /// `pvc/data`, or `pvc data` as kubectl takes it too.
    private static List<String> words(List<String> arguments) {
        List<String> words =
                arguments.size() == 1 ? List.of(arguments.getFirst().split("/", 2)) : arguments;
        if (words.size() != 2 || words.getLast().isEmpty() || words.getLast().contains("/")) {
            throw new UsageException("name what shall be explained: " + WHAT);
        }
        return words;
    }
}
