package dev.stowage.sidecar.provision;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.GET_CAPACITY;
import static dev.stowage.csi.v1.PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS;

import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.capacity.CapacityPublisher;
import dev.stowage.sidecar.capacity.CapacitySettings;
import dev.stowage.sidecar.provision.seam.Seams;
import dev.stowage.sidecar.provision.source.ClaimSources;
import dev.stowage.sidecar.topology.ClusterTopology;
import dev.stowage.sidecar.topology.NodeTopology;
import dev.stowage.sidecar.topology.Segments;
import dev.stowage.sidecar.topology.TopologyPlacement;
import dev.stowage.sidecar.topology.View;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a provisioner has beside its own work, by what its driver can and its options want.
final class Outfit implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Outfit.class);

    /// Something that begins when the provisioner does.
    @FunctionalInterface
    private interface Beginning {
        void begin() throws InterruptedException;
    }

    private final Seams seams;
    private final List<Beginning> beginnings;
    private final List<Runnable> endings;

    private Outfit(Seams seams, List<Beginning> beginnings, List<Runnable> endings) {
        this.seams = seams;
        this.beginnings = List.copyOf(beginnings);
        this.endings = List.copyOf(endings);
    }

    static Outfit plain(Seams seams) {
        return new Outfit(seams, List.of(), List.of());
    }

    static Outfit of(Shared shared, ProvisionerOptions options) {
        return new Fitting(shared, options).fit();
    }

    /// Puts an outfit together.
    private static final class Fitting {
        private final Shared shared;
        private final ProvisionerOptions options;
        private final ExponentialBackoff pauses;
        private final List<Beginning> beginnings = new ArrayList<>();
        private final List<Runnable> endings = new ArrayList<>();
        private Seams seams = Seams.plain();

        Fitting(Shared shared, ProvisionerOptions options) {
            this.shared = shared;
            this.options = options;
            this.pauses =
                    new ExponentialBackoff(options.retries().first(), options.retries().longest());
        }

        Outfit fit() {
            boolean places = shared.driver().has(VOLUME_ACCESSIBILITY_CONSTRAINTS)
                    && shared.gates().isEnabled(Gate.TOPOLOGY);
            boolean capacity = options.capacity().enabled();
            if (options.node().enabled()) {
                NodeTopology node = ask();
                place(places, node);
                share(node);
                if (capacity) {
                    publish(Segments.fixed(node.segment()));
                }
            } else if (places || capacity) {
                ClusterTopology cluster = watch();
                place(places, cluster);
                if (capacity) {
                    publish(cluster);
                }
            }
            fill();
            return new Outfit(seams, beginnings, endings);
        }

        /// Where this node is, in the driver's own words.
        private NodeTopology ask() {
            var said = shared.driver().node(options.timeout()).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            return new NodeTopology(
                    options.node().name(), said.getAccessibleTopology().getSegmentsMap());
        }

        private ClusterTopology watch() {
            var nodes = shared.informers().of(Kinds.NODES);
            var csiNodes = shared.informers().of(Kinds.CSI_NODES);
            beginnings.add(nodes::awaitSynced);
            beginnings.add(csiNodes::awaitSynced);
            return new ClusterTopology(shared.driver().name(), nodes, csiNodes);
        }

        private void place(boolean places, View view) {
            if (places) {
                seams = seams.with(new TopologyPlacement(view, options.strictTopology(), options.immediateTopology()));
            }
        }

        private void share(NodeTopology node) {
            var claims = shared.informers().of(Kinds.CLAIMS);
            seams = seams.with(new NodeShare(
                    node,
                    options.node(),
                    seams.placement(),
                    shared.driver(),
                    options.timeout(),
                    new ClaimEdits(claims, shared.api()),
                    new Race(options.node().baseDelay(), options.node().maxDelay(), RandomGenerator.getDefault()),
                    shared.clock()));
        }

        private void publish(Segments segments) {
            if (!shared.driver().has(GET_CAPACITY)) {
                log.warn(
                        "--enable-capacity has no effect: driver {} cannot tell its capacity.",
                        shared.driver().name());
                return;
            }
            var wanted = options.capacity();
            var publisher = new CapacityPublisher(
                    shared,
                    new CapacitySettings(
                            wanted.forImmediateBinding(),
                            wanted.poll(),
                            wanted.namespace(),
                            wanted.pod(),
                            wanted.ownerLevel(),
                            options.node().enabled() ? options.node().name() : "",
                            wanted.threads(),
                            options.timeout(),
                            wanted.rate(),
                            wanted.burst(),
                            pauses),
                    segments);
            seams = seams.with(publisher);
            beginnings.add(publisher::start);
            endings.add(publisher::close);
        }

        private void fill() {
            var wanted = options.sources();
            var sources = new ClaimSources(
                    shared, wanted.cloneThreads(), wanted.sweep(), wanted.preventModeConversion(), pauses);
            seams = seams.with(sources);
            beginnings.add(sources::start);
            endings.add(sources::close);
        }
    }

    Seams seams() {
        return seams;
    }

    void start() throws InterruptedException {
        for (Beginning beginning : beginnings) {
            beginning.begin();
        }
    }

    @Override
    public void close() {
        endings.forEach(Runnable::run);
    }
}
