package dev.stowage.cli.uninstall;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
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

/// `stowage uninstall-check`: what the chart asks before it lets go of a driver.
public final class UninstallCheckCommand implements Command {

    private static final int STILL_NEEDED = 3;

    private final PrintStream out;

    @SuppressWarnings("SystemOut") // the answer goes where the user looks
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
        return "Tell whether a driver can be uninstalled: no volume or snapshot of it may be left.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet(
                "stowage uninstall-check [--driver-name NAME] [flags]",
                "Lists the volumes, snapshots and pods with inline volumes that still need the driver. Exit status 3 says"
                        + " that there are some.");
        Flag<String> driver = flags.text("driver-name", LocalProgram.LOCAL, "The driver that is to go.");
        Flag<String> kubeconfig = flags.file("kubeconfig", "", "The kubeconfig; else what the environment says.");
        ParsedFlags line = flags.parse(args);
        LogConfiguration.silence();
        try (KubeClient api = new KubeClient(
                ClusterAccess.of(line.value(kubeconfig), ""), RequestLimiter.adaptive(), "stowage-uninstall-check")) {
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

    /// Of a kind that was never defined there are none.
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
