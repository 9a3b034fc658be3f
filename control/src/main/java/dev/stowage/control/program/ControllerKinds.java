package dev.stowage.control.program;

import dev.stowage.control.account.Accounts;
import dev.stowage.control.account.RootCa;
import dev.stowage.control.account.RootCaFlags;
import dev.stowage.control.attach.AttachDetach;
import dev.stowage.control.attach.AttachFlags;
import dev.stowage.control.bind.Binder;
import dev.stowage.control.bind.BinderFlags;
import dev.stowage.control.collect.CollectFlags;
import dev.stowage.control.collect.Collector;
import dev.stowage.control.ephemeral.EphemeralFlags;
import dev.stowage.control.ephemeral.EphemeralVolumes;
import dev.stowage.control.expand.Expander;
import dev.stowage.control.home.Emptying;
import dev.stowage.control.home.HomeFlags;
import dev.stowage.control.nodelife.NodeLife;
import dev.stowage.control.nodelife.NodeLifeFlags;
import dev.stowage.control.nodelife.PodCollection;
import dev.stowage.control.nodelife.PodCollectionFlags;
import dev.stowage.control.nodelife.TaintEviction;
import dev.stowage.control.protect.ClaimProtection;
import dev.stowage.control.protect.ClassProtection;
import dev.stowage.control.protect.VolumeProtection;
import dev.stowage.control.schedule.Scheduler;
import dev.stowage.control.schedule.SchedulerFlags;
import dev.stowage.control.snapshot.SnapshotController;
import dev.stowage.control.snapshot.SnapshotFlags;
import dev.stowage.control.workload.daemon.DaemonSets;
import dev.stowage.control.workload.deployment.Deployments;
import dev.stowage.control.workload.job.Jobs;
import dev.stowage.control.workload.replica.ReplicaSets;
import dev.stowage.control.workload.stateful.StatefulSets;
import java.util.List;

/// All the controllers that there are.
final class ControllerKinds {

    static final List<ControllerKind> ALL = List.of(
            ControllerKind.of(ControllerName.BINDER, BinderFlags::new, BinderFlags::read, Binder::new),
            ControllerKind.of(ControllerName.ATTACH_DETACH, AttachFlags::new, AttachFlags::read, AttachDetach::new),
            ControllerKind.of(ControllerName.EXPANDER, Expander::new),
            ControllerKind.of(ControllerName.CLAIM_PROTECTION, ClaimProtection::new),
            ControllerKind.of(ControllerName.VOLUME_PROTECTION, VolumeProtection::new),
            ControllerKind.of(ControllerName.CLASS_PROTECTION, ClassProtection::new),
            ControllerKind.of(
                    ControllerName.EPHEMERAL, EphemeralFlags::new, EphemeralFlags::read, EphemeralVolumes::new),
            ControllerKind.of(
                    ControllerName.SNAPSHOT, SnapshotFlags::new, SnapshotFlags::read, SnapshotController::new),
            ControllerKind.of(ControllerName.GARBAGE, CollectFlags::new, CollectFlags::read, Collector::new),
            ControllerKind.of(ControllerName.NAMESPACE, HomeFlags::new, HomeFlags::read, Emptying::new),
            ControllerKind.of(ControllerName.SERVICE_ACCOUNT, Accounts::new),
            ControllerKind.of(ControllerName.ROOT_CA, RootCaFlags::new, RootCaFlags::read, RootCa::new),
            ControllerKind.of(ControllerName.NODE_LIFECYCLE, NodeLifeFlags::new, NodeLifeFlags::read, NodeLife::new),
            ControllerKind.of(ControllerName.TAINT_EVICTION, TaintEviction::new),
            ControllerKind.of(
                    ControllerName.POD_GARBAGE, PodCollectionFlags::new, PodCollectionFlags::read, PodCollection::new),
            ControllerKind.of(ControllerName.DEPLOYMENT, Deployments::new),
            ControllerKind.of(ControllerName.REPLICA_SET, ReplicaSets::new),
            ControllerKind.of(ControllerName.STATEFUL_SET, StatefulSets::new),
            ControllerKind.of(ControllerName.DAEMON_SET, DaemonSets::new),
            ControllerKind.of(ControllerName.JOB, Jobs::new),
            ControllerKind.of(ControllerName.SCHEDULER, SchedulerFlags::new, SchedulerFlags::read, Scheduler::new));

    private ControllerKinds() {}
}
