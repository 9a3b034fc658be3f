package dev.stowage.sidecar.provisioner;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.GET_CAPACITY;
import static dev.stowage.csi.v1.PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS;

import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.capacity.CapacityController;
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

/// The optional components of a provisioner: topology, node deployment, capacity, data sources. The driver's
/// capabilities and the options decide which of them exist.
final class ProvisionerComponents implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProvisionerComponents.class);

    /// Runs when the provisioner starts.
    @FunctionalInterface
    private interface StartAction {
        void start() throws InterruptedException;
    }

    private final List<StartAction> starts = new ArrayList<>();
    private final List<Runnable> closes = new ArrayList<>();
    private ProvisionerExtensions extensions;

    private ProvisionerComponents(ProvisionerExtensions extensions) {
        this.extensions = extensions;
    }

    ProvisionerComponents(RoleContext context, ProvisionerOptions options) {
        this(ProvisionerExtensions.none());
        var backoff = new ExponentialBackoff(
                options.retries().first(), options.retries().longest());
        boolean topology = context.driver().has(VOLUME_ACCESSIBILITY_CONSTRAINTS)
                && context.gates().isEnabled(StorageFeatures.TOPOLOGY);
        boolean capacity = options.capacity().enabled();
        DriverDataSources sources = dataSources(context, options, backoff);
        if (options.node().enabled()) {
            NodeTopology node = queryNode(context, options);
            addTopology(topology, node, options);
            addNodeDeployment(node, sources, context, options);
            if (capacity) {
                addCapacity(TopologyInformer.fixed(node.topologySegment()), context, options, backoff);
            }
        } else if (topology || capacity) {
            ClusterTopology cluster = watchNodes(context);
            addTopology(topology, cluster, options);
            if (capacity) {
                addCapacity(cluster, context, options, backoff);
            }
        }
        extensions = extensions.with(sources);
        starts.add(sources::start);
        closes.add(sources::close);
    }

    /// Exactly these extensions, already started.
    static ProvisionerComponents of(ProvisionerExtensions extensions) {
        return new ProvisionerComponents(extensions);
    }

    /// The topology of this node as the driver reports it.
    private static NodeTopology queryNode(RoleContext context, ProvisionerOptions options) {
        var info = context.driver().node(options.timeout()).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
        return new NodeTopology(
                options.node().name(), info.getAccessibleTopology().getSegmentsMap());
    }

    private ClusterTopology watchNodes(RoleContext context) {
        var nodes = context.informers().of(Kinds.NODES);
        var csiNodes = context.informers().of(Kinds.CSI_NODES);
        starts.add(nodes::awaitSynced);
        starts.add(csiNodes::awaitSynced);
        return new ClusterTopology(context.driver().name(), nodes, csiNodes);
    }

    private void addTopology(boolean supported, TopologyState state, ProvisionerOptions options) {
        if (supported) {
            extensions = extensions.with(
                    new CsiVolumeTopology(state, options.strictTopology(), options.immediateTopology()));
        }
    }

    private void addNodeDeployment(
            NodeTopology node, DriverDataSources sources, RoleContext context, ProvisionerOptions options) {
        var claims = context.informers().of(Kinds.CLAIMS);
        extensions = extensions.with(new NodeDeployment(
                node,
                options.node(),
                extensions.topology(),
                claim -> sources.otherNode(claim, node),
                context.driver(),
                options.timeout(),
                new SelectedNodeUpdater(claims, context.api()),
                new OwnershipBackoff(
                        options.node().baseDelay(), options.node().maxDelay(), RandomGenerator.getDefault()),
                context.clock()));
    }

    private void addCapacity(
            TopologyInformer topology, RoleContext context, ProvisionerOptions options, ExponentialBackoff backoff) {
        if (!context.driver().has(GET_CAPACITY)) {
            log.warn(
                    "--enable-capacity has no effect: driver {} does not have the GET_CAPACITY capability.",
                    context.driver().name());
            return;
        }
        var controller = new CapacityController(
                context,
                options.capacity(),
                options.node().enabled() ? options.node().name() : "",
                options.timeout(),
                backoff,
                topology);
        extensions = extensions.with(controller);
        starts.add(controller::start);
        closes.add(controller::close);
    }

    private static DriverDataSources dataSources(
            RoleContext context, ProvisionerOptions options, ExponentialBackoff backoff) {
        return new DriverDataSources(
                context,
                options.sources().cloneThreads(),
                options.sources().sweep(),
                options.sources().preventModeConversion(),
                backoff);
    }

    ProvisionerExtensions extensions() {
        return extensions;
    }

    void start() throws InterruptedException {
        for (StartAction action : starts) {
            action.start();
        }
    }

    @Override
    public void close() {
        closes.forEach(Runnable::run);
    }
}
