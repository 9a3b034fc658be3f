package dev.stowage.cli.doctor;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterChoice;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The command line of `stowage doctor`.
final class DoctorFlags {
    private final FlagSet flags = new FlagSet("stowage doctor [--node] [--cluster] [flags]", """
                    Check this node and the cluster for volume problems. Nothing is changed, except with --confirm.
                    Without --node and --cluster it checks what it finds: the node if there is a kubelet directory,
                    the cluster if there is a kubeconfig or a running "stowage up".

                    With --adopt it shows instead which logical volumes of a volume group have no records, as the
                    directory of their pool was lost; with --confirm it restores the records. Stop the driver first.

                    Exit status: 0 no problem, 1 failure (the checks could not run), 2 usage error, 3 problems found.\
                    """).examples("""
                    stowage doctor
                    stowage doctor --cluster --kubeconfig admin.conf -o json
                    sudo stowage doctor --node --kubelet-root /var/lib/k0s/kubelet
                    sudo stowage doctor --adopt vg0/thin --driver-data /var/lib/stowage --confirm
                    """);
    private final Flag<Boolean> node = flags.bool("node", false, "Check this node.");
    private final Flag<Boolean> cluster = flags.bool("cluster", false, "Check the cluster.");
    private final Flag<List<String>> roots = flags.list(
            "kubelet-root",
            List.of(),
            "Root directories of kubelets; by default /var/lib/kubelet, or those of a running stowage up.");
    private final Flag<List<String>> pools = flags.list(
            "pool", List.of(), "Directories where drivers store volumes; by default /var/lib/stowage if it exists.");
    private final ClusterFlags clusterFlags = ClusterFlags.declare(flags);
    private final Flag<String> bundle =
            flags.file("bundle", "", "Check the cluster in this bundle, written by stowage collect.");
    private final Flag<String> name =
            flags.text("node-name", "", "Name of this node in the cluster; by default it is guessed.");
    private final Flag<String> adopt = flags.text(
            "adopt", "", "Show logical volumes without records in GROUP, or in GROUP/THINPOOL, of backend lvm.");
    private final Flag<String> driverData =
            flags.directory("driver-data", "/var/lib/stowage", "Data directory of the driver, with --adopt.");
    private final Flag<String> poolName =
            flags.text("pool-name", "default", "Name of the pool in the driver's configuration, with --adopt.");
    private final Flag<Boolean> confirm = flags.bool("confirm", false, "Restore the records that --adopt shows.");
    private final Flag<OutputFormat> output = OutputFormat.flag(flags);

    DoctorOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        ClusterChoice choice = clusterFlags.read(parsed);
        if (parsed.isSet(bundle) && (parsed.value(node) || !choice.equals(ClusterChoice.NONE))) {
            throw new UsageException("--bundle cannot be used together with --node, --data or --kubeconfig");
        }
        if (parsed.value(confirm) && !parsed.isSet(adopt)) {
            throw new UsageException("--confirm requires --adopt");
        }
        return new DoctorOptions(
                parsed.value(node),
                parsed.value(cluster),
                paths(parsed.value(roots)),
                paths(parsed.value(pools)),
                choice,
                parsed.value(bundle),
                parsed.value(name),
                parsed.value(output),
                parsed.isSet(adopt) ? Optional.of(adoption(parsed)) : Optional.empty());
    }

    private AdoptionOptions adoption(ParsedFlags parsed) {
        List<Path> directories = paths(parsed.value(pools));
        if (directories.size() > 1) {
            throw new UsageException("--adopt takes one --pool");
        }
        Path data = Path.of(parsed.value(driverData)).toAbsolutePath().normalize();
        String[] names = parsed.value(adopt).split("/", 2);
        try {
            return new AdoptionOptions(
                    new VolumeGroupName(names[0], names.length > 1 ? Optional.of(names[1]) : Optional.empty()),
                    data,
                    directories.isEmpty() ? data.resolve("pool") : directories.getFirst(),
                    parsed.value(poolName),
                    parsed.value(confirm));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --adopt: " + e.getMessage());
        }
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream()
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .toList();
    }
}
