package dev.stowage.cli.doctor;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The options of the command.
///
/// @param node whether the node is checked in any case; `cluster` likewise. If neither is set, whatever is
///     available is checked
/// @param roots folders of kubelets; empty for those that are found
/// @param bundle a bundle to check instead; empty for none
/// @param name of the node in the cluster; empty for what can be guessed
/// @param adoption what to do instead of the checks, if anything
record DoctorOptions(
        boolean node,
        boolean cluster,
        List<Path> roots,
        List<Path> pools,
        ClusterChoice choice,
        String bundle,
        String name,
        OutputFormat outputFormat,
        Optional<AdoptionOptions> adoption) {

    DoctorOptions {
        roots = List.copyOf(roots);
        pools = List.copyOf(pools);
    }

    boolean isForWhatIsThere() {
        return !node && !cluster;
    }
}
