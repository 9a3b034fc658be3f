package dev.stowage.control.schedule;

import java.util.Set;

/// Why a pod does not fit on a node, in the words that people have learned to look for.
///
/// @param evictable whether it would fit if pods of lower priority left
/// @param helps what may change it
record Reason(String text, boolean evictable, Set<Wake> helps) {
    static final Reason CORDONED = firm("node(s) were unschedulable", Wake.NODE);
    static final Reason TAINTED = firm("node(s) had untolerated taint(s)", Wake.NODE);
    static final Reason NOT_SELECTED = firm("node(s) didn't match Pod's node affinity/selector", Wake.NODE);
    static final Reason NOT_NAMED = firm("node(s) didn't satisfy plugin(s) [NodeAffinity]", Wake.NODE);
    static final Reason PORT_TAKEN =
            soft("node(s) didn't have free ports for the requested pod ports", Wake.NODE, Wake.POD_LEFT);
    static final Reason TOO_MANY_PODS = soft("Too many pods", Wake.NODE, Wake.POD_LEFT);
    static final Reason IN_USE_BY_ANOTHER_POD = soft(
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by"
                    + " another pod",
            Wake.POD_LEFT,
            Wake.CLAIM);
    static final Reason TOO_MANY_VOLUMES =
            soft("node(s) exceed max volume count", Wake.CSI_NODE, Wake.NODE, Wake.POD_LEFT, Wake.ATTACHMENT_GONE);
    static final Reason VOLUME_ELSEWHERE =
            firm("node(s) didn't match PersistentVolume's node affinity", Wake.NODE, Wake.CLAIM, Wake.VOLUME);
    static final Reason NO_VOLUME = firm(
            "node(s) didn't find available persistent volumes to bind", Wake.NODE, Wake.CLAIM, Wake.VOLUME, Wake.CLASS);
    static final Reason NO_SPACE = firm(
            "node(s) did not have enough free storage", Wake.NODE, Wake.CLAIM, Wake.VOLUME, Wake.CLASS, Wake.CAPACITY);
    static final Reason VOLUME_MISSING =
            firm("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)", Wake.CLAIM, Wake.VOLUME);
    static final Reason OTHER_ZONE = firm("node(s) had no available volume zone", Wake.NODE, Wake.CLAIM, Wake.VOLUME);

    static final Reason NO_COMPANY = firm("node(s) didn't match pod affinity rules", Wake.NODE, Wake.POD_ARRIVED);
    static final Reason BAD_COMPANY =
            soft("node(s) didn't match pod anti-affinity rules", Wake.NODE, Wake.POD_LEFT, Wake.POD_ARRIVED);
    static final Reason UNWELCOME = soft(
            "node(s) didn't satisfy existing pods anti-affinity rules", Wake.NODE, Wake.POD_LEFT, Wake.POD_ARRIVED);

    /// @param evictable whether the node has as much, were it empty
    static Reason insufficient(String resource, boolean evictable) {
        return new Reason("Insufficient " + resource, evictable, Set.of(Wake.NODE, Wake.POD_LEFT));
    }

    private static Reason firm(String text, Wake... helps) {
        return new Reason(text, false, Set.of(helps));
    }

    private static Reason soft(String text, Wake... helps) {
        return new Reason(text, true, Set.of(helps));
    }
}
