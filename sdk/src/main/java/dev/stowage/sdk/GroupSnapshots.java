package dev.stowage.sdk;

import java.io.IOException;

/// Snapshots of several volumes at one instant. Declares the group controller service. The members are ordinary
/// snapshots: a driver with this role has [Snapshots] too.
public interface GroupSnapshots {

    /// Takes one snapshot per volume, all at the same point in time, with the ids of
    /// [NewGroupSnapshot#members()].
    GroupSnapshot createGroupSnapshot(NewGroupSnapshot wanted) throws CsiException, IOException;
}
