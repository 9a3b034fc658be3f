package dev.stowage.cli.up.instance;

/// The cluster that the command line names.
///
/// @param data the data directory of a `stowage up`; empty for none
/// @param kubeconfig the file; empty for none
public record ClusterChoice(String data, String kubeconfig) {

    /// Nothing is named.
    public static final ClusterChoice NONE = new ClusterChoice("", "");
}
