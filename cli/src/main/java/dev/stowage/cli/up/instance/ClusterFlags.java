package dev.stowage.cli.up.instance;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;

/// `--data` and `--kubeconfig`, for the commands that work on a cluster.
public record ClusterFlags(Flag<String> data, Flag<String> kubeconfig) {

    public static ClusterFlags declare(FlagSet flags) {
        return new ClusterFlags(
                flags.namedDirectory(
                        "data",
                        "Data directory of the \"stowage up\" to use; by default that of the only one that is running."),
                flags.file(
                        "kubeconfig",
                        "",
                        "Path to the kubeconfig; without it and --data: $KUBECONFIG, the pod's service account, the"
                                + " only running \"stowage up\", or ~/.kube/config."));
    }

    public ClusterChoice read(ParsedFlags parsed) {
        if (parsed.isSet(data) && parsed.isSet(kubeconfig)) {
            throw new UsageException("--data and --kubeconfig cannot be used together: both name a cluster");
        }
        return new ClusterChoice(parsed.value(data), parsed.value(kubeconfig));
    }
}
