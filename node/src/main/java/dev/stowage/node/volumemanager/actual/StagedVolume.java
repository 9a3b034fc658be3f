package dev.stowage.node.volumemanager.actual;

/// A volume on this node for all pods that use it; staged if the driver stages volumes.
///
/// @param specName the paths of a raw block volume are built from it
/// @param found whether an earlier run left it; a refusal then does not prove that nothing is mounted
public record StagedVolume(MountState state, String specName, boolean block, boolean found) {
    public static final StagedVolume ABSENT = new StagedVolume(MountState.ABSENT, "", false, false);

    public StagedVolume in(MountState now) {
        return new StagedVolume(now, specName, block, found && now == MountState.UNCERTAIN);
    }
}
