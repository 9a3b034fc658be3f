package dev.stowage.cli;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;

/// `--kubeconfig`, for the commands that read a cluster.
public final class KubeconfigFlag {

    private KubeconfigFlag() {}

    public static Flag<String> declare(FlagSet flags) {
        return flags.file(
                "kubeconfig",
                "",
                "Path to the kubeconfig; by default $KUBECONFIG, the pod's service account, or ~/.kube/config.");
    }
}
