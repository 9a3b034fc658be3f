package dev.stowage.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.doctor.node.NodeApiState;
import dev.stowage.explain.doctor.node.NodeDoctor;
import dev.stowage.explain.doctor.node.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The checks of every node whose kubelet root is on this machine.
public final class NodeReports {
    static final Path USUAL_ROOT = Path.of("/var/lib/kubelet");
    private static final Path USUAL_POOL = Path.of("/var/lib/stowage");

    private final KubeletRootFinder places;
    private final Duration time;

    public NodeReports(Map<String, String> environment) throws IOException {
        this(environment, USUAL_ROOT, TimedReader.TIME);
    }

    /// @param time the timeout of each check
    NodeReports(Map<String, String> environment, Path usualRoot, Duration time) throws IOException {
        this.time = time;
        this.places = new KubeletRootFinder(
                usualRoot,
                environment,
                Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }

    /// @param given empty for those that are found
    List<Path> roots(List<Path> given, String kubeconfig) {
        return given.isEmpty() ? places.find(kubeconfig) : given;
    }

    /// @param name of the node; empty for what can be guessed
    List<ReportSection> sections(List<Path> roots, List<Path> givenPools, String name, Optional<ClusterState> picture)
            throws InterruptedException {
        List<Path> pools = givenPools.isEmpty() && Files.isDirectory(USUAL_POOL) ? List.of(USUAL_POOL) : givenPools;
        List<ReportSection> sections = new ArrayList<>();
        for (Path root : roots.isEmpty() ? List.of(places.usual()) : roots) {
            Optional<NodeApiState> known =
                    picture.flatMap(seen -> places.nodeAt(root, name, seen).map(node -> NodeApiState.of(seen, node)));
            NodeFacts facts = new NodeInspector(root, pools, time).inspect(known);
            if (sections.isEmpty()) {
                sections.add(new ReportSection("Machine " + places.host(), NodeDoctor.machine(facts)));
            }
            String title = "Node " + known.map(NodeApiState::name).orElse(places.host()) + " (" + root + ")";
            sections.add(new ReportSection(title, NodeDoctor.kubelet(facts)));
        }
        return sections;
    }

    /// For a bundle. Without a kubelet root on this machine there is no node.
    public ObjectNode json(List<Path> given, String kubeconfig, ClusterState clusterState) throws InterruptedException {
        List<Path> roots = roots(given, kubeconfig);
        List<ReportSection> sections =
                roots.isEmpty() ? List.of() : sections(roots, List.of(), "", Optional.of(clusterState));
        return new DoctorReport(sections).json();
    }
}
