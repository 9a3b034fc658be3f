package dev.stowage.cli.doctor;

import dev.stowage.cli.Command;
import dev.stowage.cli.Logging;
import dev.stowage.explain.bundle.BundleReader;
import dev.stowage.explain.doctor.cluster.ClusterDoctor;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.flags.TerminalColors;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `stowage doctor`.
public final class DoctorCommand implements Command {
    private static final int SOMETHING_BAD = 3;

    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final Path usualRoot;
    private final Duration time;

    @SuppressWarnings("SystemOut") // the answer goes where the user looks
    public DoctorCommand() {
        this(System.out, System.err, System.getenv(), NodeReports.USUAL_ROOT, Glance.TIME);
    }

    /// @param time that each look at a node has
    DoctorCommand(PrintStream out, PrintStream err, Map<String, String> environment, Path usualRoot, Duration time) {
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.usualRoot = usualRoot;
        this.time = time;
    }

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String summary() {
        return "Check this node and the cluster: mounts, loop devices, drivers, leases, orphans.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        DoctorPlan plan = new DoctorLine().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            Logging.silence();
        }
        if (!plan.bundle().isEmpty()) {
            ClusterState clusterState = new BundleReader().read(Path.of(plan.bundle()));
            return tell(plan, new Report(List.of(cluster(clusterState))), false);
        }
        ClusterLook look = new ClusterLook(plan.kubeconfig());
        boolean isThere = look.isThere(environment);
        boolean clusterWanted = plan.cluster() || (plan.isForWhatIsThere() && isThere);
        boolean failed = false;
        Optional<ClusterState> picture = Optional.empty();
        if (clusterWanted || isThere) {
            try {
                picture = Optional.of(look.take());
            } catch (IOException e) {
                err.println("stowage doctor: the cluster could not be looked at: " + e.getMessage());
                failed = clusterWanted;
            }
        }
        List<Section> sections = new ArrayList<>(nodes(plan, clusterWanted, picture));
        if (clusterWanted) {
            picture.map(DoctorCommand::cluster).ifPresent(sections::add);
        }
        return tell(plan, new Report(sections), failed);
    }

    private int tell(DoctorPlan plan, Report report, boolean failed) {
        out.print(
                switch (plan.format()) {
                    case TEXT -> report.text(TerminalColors.ofProcess());
                    case JSON -> report.json().toPrettyString() + "\n";
                });
        return report.isBad() ? SOMETHING_BAD : failed ? 1 : 0;
    }

    private static Section cluster(ClusterState clusterState) {
        return new Section("Cluster " + clusterState.version(), ClusterDoctor.examine(clusterState));
    }

    private List<Section> nodes(DoctorPlan plan, boolean clusterWanted, Optional<ClusterState> picture)
            throws IOException, InterruptedException {
        NodeReports reports = new NodeReports(environment, usualRoot, time);
        List<Path> roots = reports.roots(plan.roots(), plan.kubeconfig());
        boolean wanted = plan.node() || (plan.isForWhatIsThere() && (!roots.isEmpty() || !clusterWanted));
        return wanted ? reports.sections(roots, plan.pools(), plan.name(), picture) : List.of();
    }
}
