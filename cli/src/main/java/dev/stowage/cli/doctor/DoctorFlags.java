package dev.stowage.cli.doctor;

import dev.stowage.cli.OutputFormat;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.List;

/// The command line of `stowage doctor`.
final class DoctorFlags {
    private final FlagSet flags = new FlagSet("stowage doctor [--node] [--cluster] [flags]", """
                    Look for trouble with volumes on this machine and in the cluster; nothing is changed.
                    Without --node and --cluster it looks at what is there: the machine when a kubelet has its folder
                    here, the cluster when a kubeconfig is found.

                    Exit status: 0 nothing bad, 3 something is BAD, 1 it could not look, 2 called wrongly.""").examples("""
                    stowage doctor
                    stowage doctor --cluster --kubeconfig admin.conf -o json
                    sudo stowage doctor --node --kubelet-root /var/lib/k0s/kubelet
                    """);
    private final Flag<Boolean> node = flags.bool("node", false, "Look at this machine.");
    private final Flag<Boolean> cluster = flags.bool("cluster", false, "Look at the cluster.");
    private final Flag<List<String>> roots = flags.list(
            "kubelet-root", List.of(), "Folders of kubelets; else /var/lib/kubelet, or those of stowage up.");
    private final Flag<List<String>> pools = flags.list(
            "pool", List.of(), "Folders in which drivers keep volumes; else /var/lib/stowage if it is there.");
    private final Flag<String> kubeconfig =
            flags.value("kubeconfig", "FILE", "", "The kubeconfig; else what the environment says.", text -> text);
    private final Flag<String> bundle =
            flags.file("bundle", "", "A file that stowage collect wrote: its cluster is looked at, and nothing else.");
    private final Flag<String> name =
            flags.text("node-name", "", "How this machine is called in the cluster; else it is guessed.");
    private final Flag<OutputFormat> output = flags.value(
            "output",
            OutputFormat.WORDS,
            OutputFormat.TEXT,
            "For people or for programs; -o for short.",
            OutputFormat::of);
    private final Flag<OutputFormat> format =
            flags.value("o", OutputFormat.WORDS, OutputFormat.TEXT, "The same.", OutputFormat::of);

    DoctorOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        if (line.isSet(bundle) && (line.value(node) || line.isSet(kubeconfig))) {
            throw new UsageException("--bundle is in place of a cluster and a node; leave --node and --kubeconfig out");
        }
        return new DoctorOptions(
                line.value(node),
                line.value(cluster),
                paths(line.value(roots)),
                paths(line.value(pools)),
                line.value(kubeconfig),
                line.value(bundle),
                line.value(name),
                line.isSet(format) ? line.value(format) : line.value(output));
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream()
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .toList();
    }
}
