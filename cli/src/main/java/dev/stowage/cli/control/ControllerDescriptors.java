package dev.stowage.cli.control;

import dev.stowage.cluster.disruption.DisruptionController;
import dev.stowage.cluster.endpoints.EndpointSliceController;
import dev.stowage.cluster.endpoints.EndpointsController;
import dev.stowage.cluster.garbagecollector.GarbageCollector;
import dev.stowage.cluster.garbagecollector.GarbageCollectorFlags;
import dev.stowage.cluster.namespace.NamespaceController;
import dev.stowage.cluster.namespace.NamespaceFlags;
import dev.stowage.cluster.nodelifecycle.NodeLifecycleController;
import dev.stowage.cluster.nodelifecycle.NodeLifecycleFlags;
import dev.stowage.cluster.nodelifecycle.TaintEvictionController;
import dev.stowage.cluster.podgc.PodGcController;
import dev.stowage.cluster.podgc.PodGcFlags;
import dev.stowage.cluster.scheduler.Scheduler;
import dev.stowage.cluster.scheduler.SchedulerFlags;
import dev.stowage.cluster.serviceaccount.RootCaFlags;
import dev.stowage.cluster.serviceaccount.RootCaPublisher;
import dev.stowage.cluster.serviceaccount.ServiceAccountController;
import dev.stowage.cluster.workload.cronjob.CronJobController;
import dev.stowage.cluster.workload.daemonset.DaemonSetController;
import dev.stowage.cluster.workload.deployment.DeploymentController;
import dev.stowage.cluster.workload.job.JobController;
import dev.stowage.cluster.workload.replicaset.ReplicaSetController;
import dev.stowage.cluster.workload.statefulset.StatefulSetController;
import dev.stowage.control.attachdetach.AttachDetachController;
import dev.stowage.control.attachdetach.AttachDetachFlags;
import dev.stowage.control.binder.BinderController;
import dev.stowage.control.binder.BinderFlags;
import dev.stowage.control.ephemeral.EphemeralVolumeController;
import dev.stowage.control.ephemeral.EphemeralVolumeFlags;
import dev.stowage.control.expand.ExpandController;
import dev.stowage.control.protection.AttributesClassProtectionController;
import dev.stowage.control.protection.ClaimProtectionController;
import dev.stowage.control.protection.VolumeProtectionController;
import dev.stowage.control.snapshot.SnapshotController;
import dev.stowage.control.snapshot.SnapshotFlags;
import dev.stowage.kube.controller.ControllerName;
import java.util.List;

/// All controllers.
final class ControllerDescriptors {

    static final List<ControllerDescriptor> ALL = List.of(
            ControllerDescriptor.of(ControllerName.BINDER, BinderFlags::new, BinderFlags::read, BinderController::new),
            ControllerDescriptor.of(
                    ControllerName.ATTACH_DETACH,
                    AttachDetachFlags::new,
                    AttachDetachFlags::read,
                    AttachDetachController::new),
            ControllerDescriptor.of(ControllerName.EXPANDER, ExpandController::new),
            ControllerDescriptor.of(ControllerName.CLAIM_PROTECTION, ClaimProtectionController::new),
            ControllerDescriptor.of(ControllerName.VOLUME_PROTECTION, VolumeProtectionController::new),
            ControllerDescriptor.of(ControllerName.CLASS_PROTECTION, AttributesClassProtectionController::new),
            ControllerDescriptor.of(
                    ControllerName.EPHEMERAL,
                    EphemeralVolumeFlags::new,
                    EphemeralVolumeFlags::read,
                    EphemeralVolumeController::new),
            ControllerDescriptor.of(
                    ControllerName.SNAPSHOT, SnapshotFlags::new, SnapshotFlags::read, SnapshotController::new),
            ControllerDescriptor.of(
                    ControllerName.GARBAGE,
                    GarbageCollectorFlags::new,
                    GarbageCollectorFlags::read,
                    GarbageCollector::new),
            ControllerDescriptor.of(
                    ControllerName.NAMESPACE, NamespaceFlags::new, NamespaceFlags::read, NamespaceController::new),
            ControllerDescriptor.of(ControllerName.SERVICE_ACCOUNT, ServiceAccountController::new),
            ControllerDescriptor.of(ControllerName.ROOT_CA, RootCaFlags::new, RootCaFlags::read, RootCaPublisher::new),
            ControllerDescriptor.of(
                    ControllerName.NODE_LIFECYCLE,
                    NodeLifecycleFlags::new,
                    NodeLifecycleFlags::read,
                    NodeLifecycleController::new),
            ControllerDescriptor.of(ControllerName.TAINT_EVICTION, TaintEvictionController::new),
            ControllerDescriptor.of(
                    ControllerName.POD_GARBAGE, PodGcFlags::new, PodGcFlags::read, PodGcController::new),
            ControllerDescriptor.of(ControllerName.DEPLOYMENT, DeploymentController::new),
            ControllerDescriptor.of(ControllerName.REPLICA_SET, ReplicaSetController::new),
            ControllerDescriptor.of(ControllerName.STATEFUL_SET, StatefulSetController::new),
            ControllerDescriptor.of(ControllerName.DAEMON_SET, DaemonSetController::new),
            ControllerDescriptor.of(ControllerName.JOB, JobController::new),
            ControllerDescriptor.of(ControllerName.CRON_JOB, CronJobController::new),
            ControllerDescriptor.of(ControllerName.DISRUPTION, DisruptionController::new),
            ControllerDescriptor.of(ControllerName.ENDPOINTS, EndpointsController::new),
            ControllerDescriptor.of(ControllerName.ENDPOINT_SLICE, EndpointSliceController::new),
            ControllerDescriptor.of(
                    ControllerName.SCHEDULER, SchedulerFlags::new, SchedulerFlags::read, Scheduler::new));

    private ControllerDescriptors() {}
}
