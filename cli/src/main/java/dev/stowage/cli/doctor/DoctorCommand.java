package dev.stowage.cli.doctor;

import dev.stowage.cli.ActivityPrinter;
import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.cli.up.instance.ClusterLocation;
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
import java.util.Optional;

/// `stowage doctor`.
public final class DoctorCommand implements Command {
    private static final int PROBLEMS_FOUND = 3;

    private final PrintStream out;
    private final PrintStream err;
    private final ClusterFinder clusters;
    private final Path defaultRoot;
    private final Duration time;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public DoctorCommand() {
        this(System.out, System.err, ClusterFinder.of(System.getenv()), NodeReports.USUAL_ROOT, TimedReader.TIME);
    }

    /// @param time the timeout of each check of a node
    DoctorCommand(PrintStream out, PrintStream err, ClusterFinder clusters, Path defaultRoot, Duration time) {
        this.out = out;
        this.err = err;
        this.clusters = clusters;
        this.defaultRoot = defaultRoot;
        this.time = time;
    }

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String summary() {
        return "Check this node and the cluster for volume problems: mounts, devices, drivers, leases.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        DoctorOptions options = new DoctorFlags().parse(args);
        if (!clusters.environment().containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        if (options.adoption().isPresent()) {
            return new PoolAdoption(options.adoption().get(), out).run() ? PROBLEMS_FOUND : 0;
        }
        if (!options.bundle().isEmpty()) {
            ClusterState clusterState = new BundleReader().read(Path.of(options.bundle()));
            return report(options, new DoctorReport(List.of(cluster(clusterState))), false);
        }
        List<ReportSection> sections = new ArrayList<>();
        boolean failed;
        try (ActivityPrinter activity = ActivityPrinter.onStandardError(err)) {
            failed = check(options, sections, activity);
        }
        return report(options, new DoctorReport(sections), failed);
    }

    /// @return whether the cluster could not be read although it should be checked
    private boolean check(DoctorOptions options, List<ReportSection> sections, ActivityPrinter activity)
            throws IOException, InterruptedException {
        ClusterLocation location = clusters.find(options.choice());
        DoctorClusterReader reader = new DoctorClusterReader(location);
        boolean isConfigured = reader.isConfigured();
        boolean clusterWanted = options.cluster() || (options.isForWhatIsThere() && isConfigured);
        boolean failed = false;
        Optional<ClusterState> clusterState = Optional.empty();
        if (clusterWanted || isConfigured) {
            try {
                activity.show("Reading the cluster");
                clusterState = Optional.of(reader.read());
            } catch (IOException e) {
                activity.close();
                err.println("stowage doctor: cannot read the cluster: " + e.getMessage());
                failed = clusterWanted;
            }
        }
        activity.show("Checking");
        sections.addAll(nodes(options, location, clusterWanted, clusterState));
        if (clusterWanted) {
            clusterState.map(DoctorCommand::cluster).ifPresent(sections::add);
        }
        return failed;
    }

    private int report(DoctorOptions options, DoctorReport doctorReport, boolean failed) {
        out.print(
                switch (options.outputFormat()) {
                    case TEXT -> doctorReport.text(TerminalColors.ofProcess());
                    case JSON -> doctorReport.json().toPrettyString() + "\n";
                });
        return doctorReport.isBad() ? PROBLEMS_FOUND : failed ? 1 : 0;
    }

    private static ReportSection cluster(ClusterState clusterState) {
        return new ReportSection("Cluster " + clusterState.version(), ClusterDoctor.examine(clusterState));
    }

    private List<ReportSection> nodes(
            DoctorOptions options, ClusterLocation location, boolean clusterWanted, Optional<ClusterState> clusterState)
            throws IOException, InterruptedException {
        NodeReports reports = new NodeReports(clusters.environment(), defaultRoot, time);
        List<Path> roots = reports.roots(options.roots(), location.kubeconfig());
        boolean wanted = options.node() || (options.isForWhatIsThere() && (!roots.isEmpty() || !clusterWanted));
        return wanted ? reports.sections(roots, options.pools(), options.name(), clusterState) : List.of();
    }
}
