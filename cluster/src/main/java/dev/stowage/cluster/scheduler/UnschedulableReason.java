package dev.stowage.cluster.scheduler;

import java.util.Set;

/// Why a pod does not fit on a node, with the texts of kube-scheduler.
///
/// @param evictable whether it would fit if pods of lower priority were preempted
/// @param resolvingEvents what may change it
record UnschedulableReason(String text, boolean evictable, Set<ClusterEvent> resolvingEvents) {
    static final UnschedulableReason CORDONED = firm("node(s) were unschedulable", ClusterEvent.NODE);
    static final UnschedulableReason TAINTED = firm("node(s) had untolerated taint(s)", ClusterEvent.NODE);
    static final UnschedulableReason NOT_SELECTED =
            firm("node(s) didn't match Pod's node affinity/selector", ClusterEvent.NODE);
    static final UnschedulableReason NOT_NAMED =
            firm("node(s) didn't satisfy plugin(s) [NodeAffinity]", ClusterEvent.NODE);
    static final UnschedulableReason PORT_TAKEN = soft(
            "node(s) didn't have free ports for the requested pod ports", ClusterEvent.NODE, ClusterEvent.POD_LEFT);
    static final UnschedulableReason TOO_MANY_PODS = soft("Too many pods", ClusterEvent.NODE, ClusterEvent.POD_LEFT);
    static final UnschedulableReason IN_USE_BY_ANOTHER_POD = soft(
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by"
                    + " another pod",
            ClusterEvent.POD_LEFT,
            ClusterEvent.CLAIM);
    static final UnschedulableReason TOO_MANY_VOLUMES = soft(
            "node(s) exceed max volume count",
            ClusterEvent.CSI_NODE,
            ClusterEvent.NODE,
            ClusterEvent.POD_LEFT,
            ClusterEvent.ATTACHMENT_GONE);
    static final UnschedulableReason VOLUME_ELSEWHERE = firm(
            "node(s) didn't match PersistentVolume's node affinity",
            ClusterEvent.NODE,
            ClusterEvent.CLAIM,
            ClusterEvent.VOLUME);
    static final UnschedulableReason NO_VOLUME = firm(
            "node(s) didn't find available persistent volumes to bind",
            ClusterEvent.NODE,
            ClusterEvent.CLAIM,
            ClusterEvent.VOLUME,
            ClusterEvent.CLASS);
    static final UnschedulableReason NO_SPACE = firm(
            "node(s) did not have enough free storage",
            ClusterEvent.NODE,
            ClusterEvent.CLAIM,
            ClusterEvent.VOLUME,
            ClusterEvent.CLASS,
            ClusterEvent.CAPACITY);
    static final UnschedulableReason VOLUME_MISSING = firm(
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
            ClusterEvent.CLAIM,
            ClusterEvent.VOLUME);
    static final UnschedulableReason OTHER_ZONE =
            firm("node(s) had no available volume zone", ClusterEvent.NODE, ClusterEvent.CLAIM, ClusterEvent.VOLUME);

    static final UnschedulableReason NO_COMPANY =
            firm("node(s) didn't match pod affinity rules", ClusterEvent.NODE, ClusterEvent.POD_ARRIVED);
    static final UnschedulableReason BAD_COMPANY = soft(
            "node(s) didn't match pod anti-affinity rules",
            ClusterEvent.NODE,
            ClusterEvent.POD_LEFT,
            ClusterEvent.POD_ARRIVED);
    static final UnschedulableReason UNWELCOME = soft(
            "node(s) didn't satisfy existing pods anti-affinity rules",
            ClusterEvent.NODE,
            ClusterEvent.POD_LEFT,
            ClusterEvent.POD_ARRIVED);

    /// @param evictable whether the node has enough when it is empty
    static UnschedulableReason insufficient(String resource, boolean evictable) {
        return new UnschedulableReason(
                "Insufficient " + resource, evictable, Set.of(ClusterEvent.NODE, ClusterEvent.POD_LEFT));
    }

    private static UnschedulableReason firm(String text, ClusterEvent... helps) {
        return new UnschedulableReason(text, false, Set.of(helps));
    }

    private static UnschedulableReason soft(String text, ClusterEvent... helps) {
        return new UnschedulableReason(text, true, Set.of(helps));
    }
}
