package dev.stowage.cli.uninstall;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.driver.LocalProgram;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// `stowage uninstall-check`: the chart runs it before a driver is uninstalled.
public final class UninstallCheckCommand implements Command {

    private static final int STILL_NEEDED = 3;

    private final PrintStream out;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public UninstallCheckCommand() {
        this(System.out);
    }

    UninstallCheckCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "uninstall-check";
    }

    @Override
    public String summary() {
        return "Check whether a driver can be uninstalled: list its remaining volumes and snapshots.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet(
                "stowage uninstall-check [--driver-name NAME] [flags]",
                "Check whether a driver can be uninstalled: list the volumes, snapshots and pods with inline volumes that"
                        + " still need it. The exit status is 3 if there are any.");
        Flag<String> driver = flags.text("driver-name", LocalProgram.LOCAL, "Name of the driver to uninstall.");
        ClusterFlags cluster = ClusterFlags.declare(flags);
        ParsedFlags line = flags.parse(args);
        LogConfiguration.silence();
        ClusterAccess access =
                ClusterFinder.of(System.getenv()).find(cluster.read(line)).access();
        try (KubeClient api = new KubeClient(access, RequestLimiter.adaptive(), "stowage-uninstall-check")) {
            RemainingObjects remainingObjects = RemainingObjects.of(
                    line.value(driver),
                    all(api, Kinds.VOLUMES),
                    all(api, Kinds.SNAPSHOT_CONTENTS),
                    all(api, Kinds.GROUP_SNAPSHOT_CONTENTS),
                    all(api, Kinds.PODS));
            out.print(remainingObjects.text());
            return remainingObjects.isEmpty() ? 0 : STILL_NEEDED;
        }
    }

    /// An undefined kind has no objects.
    private static <T extends KubeObject> List<T> all(KubeClient api, Kind<T> kind)
            throws ApiFailure, InterruptedException {
        try {
            return api.list(kind, "").items();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return List.of();
            }
            throw e;
        }
    }
}
