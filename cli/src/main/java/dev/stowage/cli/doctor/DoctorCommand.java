package dev.stowage.cli.doctor;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.explain.bundle.BundleReader;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.doctor.cluster.ClusterDoctor;
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
        this(System.out, System.err, System.getenv(), NodeReports.USUAL_ROOT, TimedReader.TIME);
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
        DoctorOptions options = new DoctorFlags().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        if (!options.bundle().isEmpty()) {
            ClusterState clusterState = new BundleReader().read(Path.of(options.bundle()));
            return tell(options, new DoctorReport(List.of(cluster(clusterState))), false);
        }
        DoctorClusterReader look = new DoctorClusterReader(options.kubeconfig());
        boolean isThere = look.isConfigured(environment);
        boolean clusterWanted = options.cluster() || (options.isForWhatIsThere() && isThere);
        boolean failed = false;
        Optional<ClusterState> picture = Optional.empty();
        if (clusterWanted || isThere) {
            try {
                picture = Optional.of(look.read());
            } catch (IOException e) {
                err.println("stowage doctor: the cluster could not be looked at: " + e.getMessage());
                failed = clusterWanted;
            }
        }
        List<ReportSection> sections = new ArrayList<>(nodes(options, clusterWanted, picture));
        if (clusterWanted) {
            picture.map(DoctorCommand::cluster).ifPresent(sections::add);
        }
        return tell(options, new DoctorReport(sections), failed);
    }

    private int tell(DoctorOptions options, DoctorReport doctorReport, boolean failed) {
        out.print(
                switch (options.outputFormat()) {
                    case TEXT -> doctorReport.text(TerminalColors.ofProcess());
                    case JSON -> doctorReport.json().toPrettyString() + "\n";
                });
        return doctorReport.isBad() ? SOMETHING_BAD : failed ? 1 : 0;
    }

    private static ReportSection cluster(ClusterState clusterState) {
        return new ReportSection("Cluster " + clusterState.version(), ClusterDoctor.examine(clusterState));
    }

    private List<ReportSection> nodes(DoctorOptions options, boolean clusterWanted, Optional<ClusterState> picture)
            throws IOException, InterruptedException {
        NodeReports reports = new NodeReports(environment, usualRoot, time);
        List<Path> roots = reports.roots(options.roots(), options.kubeconfig());
        boolean wanted = options.node() || (options.isForWhatIsThere() && (!roots.isEmpty() || !clusterWanted));
        return wanted ? reports.sections(roots, options.pools(), options.name(), picture) : List.of();
    }
}
