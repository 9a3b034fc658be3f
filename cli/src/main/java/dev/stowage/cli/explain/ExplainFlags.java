package dev.stowage.cli.explain;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterFlags;
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
    private static final Set<ResourceKind> EXPLAINABLE = EnumSet.of(
            ResourceKind.POD, ResourceKind.CLAIM, ResourceKind.VOLUME, ResourceKind.SNAPSHOT, ResourceKind.ATTACHMENT);
    private static final String SYNTAX = "pvc/NAME, pod/NAME, pv/NAME, volumesnapshot/NAME or volumeattachment/NAME";

    private final FlagSet flags = new FlagSet(
                    "stowage explain pvc/NAME|pod/NAME|pv/NAME|volumesnapshot/NAME|volumeattachment/NAME"
                            + " [-n NAMESPACE] [-o text|json] [--bundle FILE]",
                    """
                    Explain why a volume is stuck: the problem in one sentence, who needs to act, the evidence and the
                    fix. Works on any cluster with any CSI driver; nothing is changed.

                    Exit status: 0 no problem, or waiting (expected); 1 failure (the cluster could not be read);
                    2 usage error; 3 problem found.""")
            .arguments(2)
            .words(List.of("pvc/", "pod/", "pv/", "volumesnapshot/", "volumeattachment/"))
            .examples("""
                    stowage explain pvc/data
                    stowage explain pod web-0 -n shop
                    stowage explain pv/pvc-0b6f… -o json
                    stowage explain pvc/data --bundle stowage-20261115-120000.tar.gz
                    """);
    private final Flag<String> namespace = flags.shorthand(
            "n", flags.text("namespace", "", "Namespace of the object; by default that of the kubeconfig."));
    private final Flag<OutputFormat> output = OutputFormat.flag(flags);
    private final ClusterFlags cluster = ClusterFlags.declare(flags);
    private final Flag<String> bundle =
            flags.file("bundle", "", "Read this bundle, written by stowage collect, instead of a cluster.");

    ExplainOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        List<String> words = words(parsed.arguments());
        ResourceKind resourceKind = ResourceKind.of(words.getFirst())
                .filter(EXPLAINABLE::contains)
                .orElseThrow(() ->
                        new UsageException("\"" + words.getFirst() + "\" cannot be explained; supported: " + SYNTAX));
        return new ExplainOptions(
                resourceKind,
                parsed.value(namespace),
                words.getLast(),
                cluster.read(parsed),
                parsed.value(bundle),
                parsed.value(output));
    }

    /// `pvc/data`, or `pvc data` as in kubectl.
    private static List<String> words(List<String> arguments) {
        List<String> words =
                arguments.size() == 1 ? List.of(arguments.getFirst().split("/", 2)) : arguments;
        if (words.size() != 2 || words.getLast().isEmpty() || words.getLast().contains("/")) {
            throw new UsageException("nothing to explain; name one of " + SYNTAX);
        }
        return words;
    }
}
