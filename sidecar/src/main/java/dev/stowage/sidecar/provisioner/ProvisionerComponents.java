package dev.stowage.sidecar.provisioner;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.GET_CAPACITY;
import static dev.stowage.csi.v1.PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS;

import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.SidecarFeature;
import dev.stowage.sidecar.capacity.CapacityController;
import dev.stowage.sidecar.capacity.CapacityControllerOptions;
import dev.stowage.sidecar.provisioner.datasource.DriverDataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions;
import dev.stowage.sidecar.topology.ClusterTopology;
import dev.stowage.sidecar.topology.CsiVolumeTopology;
import dev.stowage.sidecar.topology.NodeTopology;
import dev.stowage.sidecar.topology.TopologyInformer;
import dev.stowage.sidecar.topology.TopologyState;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a provisioner has beside its own work, by what its driver can and its options want.
final class ProvisionerComponents implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProvisionerComponents.class);

    /// Something that begins when the provisioner does.
    @FunctionalInterface
    private interface StartAction {
        void begin() throws InterruptedException;
    }

    private final ProvisionerExtensions provisionerExtensions;
    private final List<StartAction> beginnings;
    private final List<Runnable> endings;

    private ProvisionerComponents(
            ProvisionerExtensions provisionerExtensions, List<StartAction> beginnings, List<Runnable> endings) {
        this.provisionerExtensions = provisionerExtensions;
        this.beginnings = List.copyOf(beginnings);
        this.endings = List.copyOf(endings);
    }

    static ProvisionerComponents plain(ProvisionerExtensions provisionerExtensions) {
        return new ProvisionerComponents(provisionerExtensions, List.of(), List.of());
    }

    static ProvisionerComponents of(RoleContext roleContext, ProvisionerOptions options) {
        return new Builder(roleContext, options).build();
    }

    /// Puts an outfit together.
    private static final class Builder {
        private final RoleContext roleContext;
        private final ProvisionerOptions options;
        private final ExponentialBackoff pauses;
        private final List<StartAction> beginnings = new ArrayList<>();
        private final List<Runnable> endings = new ArrayList<>();
        private ProvisionerExtensions provisionerExtensions = ProvisionerExtensions.none();

        Builder(RoleContext roleContext, ProvisionerOptions options) {
            this.roleContext = roleContext;
            this.options = options;
            this.pauses = new ExponentialBackoff(
                    options.retries().first(), options.retries().longest());
        }

        ProvisionerComponents build() {
            boolean places = roleContext.driver().has(VOLUME_ACCESSIBILITY_CONSTRAINTS)
                    && roleContext.gates().isEnabled(SidecarFeature.TOPOLOGY);
            boolean capacity = options.capacity().enabled();
            if (options.node().enabled()) {
                NodeTopology node = queryNode();
                addTopology(places, node);
                addNodeDeployment(node);
                if (capacity) {
                    addCapacity(TopologyInformer.fixed(node.topologySegment()));
                }
            } else if (places || capacity) {
                ClusterTopology cluster = watch();
                addTopology(places, cluster);
                if (capacity) {
                    addCapacity(cluster);
                }
            }
            addDataSources();
            return new ProvisionerComponents(provisionerExtensions, beginnings, endings);
        }

        /// Where this node is, in the driver's own words.
        private NodeTopology queryNode() {
            var said =
                    roleContext.driver().node(options.timeout()).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            return new NodeTopology(
                    options.node().name(), said.getAccessibleTopology().getSegmentsMap());
        }

        private ClusterTopology watch() {
            var nodes = roleContext.informers().of(Kinds.NODES);
            var csiNodes = roleContext.informers().of(Kinds.CSI_NODES);
            beginnings.add(nodes::awaitSynced);
            beginnings.add(csiNodes::awaitSynced);
            return new ClusterTopology(roleContext.driver().name(), nodes, csiNodes);
        }

        private void addTopology(boolean places, TopologyState topologyState) {
            if (places) {
                provisionerExtensions = provisionerExtensions.with(
                        new CsiVolumeTopology(topologyState, options.strictTopology(), options.immediateTopology()));
            }
        }

        private void addNodeDeployment(NodeTopology node) {
            var claims = roleContext.informers().of(Kinds.CLAIMS);
            provisionerExtensions = provisionerExtensions.with(new NodeDeployment(
                    node,
                    options.node(),
                    provisionerExtensions.topology(),
                    roleContext.driver(),
                    options.timeout(),
                    new SelectedNodeUpdater(claims, roleContext.api()),
                    new OwnershipBackoff(
                            options.node().baseDelay(), options.node().maxDelay(), RandomGenerator.getDefault()),
                    roleContext.clock()));
        }

        private void addCapacity(TopologyInformer topologyInformer) {
            if (!roleContext.driver().has(GET_CAPACITY)) {
                log.warn(
                        "--enable-capacity has no effect: driver {} cannot tell its capacity.",
                        roleContext.driver().name());
                return;
            }
            var wanted = options.capacity();
            var publisher = new CapacityController(
                    roleContext,
                    new CapacityControllerOptions(
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
                    topologyInformer);
            provisionerExtensions = provisionerExtensions.with(publisher);
            beginnings.add(publisher::start);
            endings.add(publisher::close);
        }

        private void addDataSources() {
            var wanted = options.sources();
            var sources = new DriverDataSources(
                    roleContext, wanted.cloneThreads(), wanted.sweep(), wanted.preventModeConversion(), pauses);
            provisionerExtensions = provisionerExtensions.with(sources);
            beginnings.add(sources::start);
            endings.add(sources::close);
        }
    }

    ProvisionerExtensions extensions() {
        return provisionerExtensions;
    }

    void start() throws InterruptedException {
        for (StartAction startAction : beginnings) {
            startAction.begin();
        }
    }

    @Override
    public void close() {
        endings.forEach(Runnable::run);
    }
}
