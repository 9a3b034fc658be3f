package dev.stowage.node.volumemanager.actual;

/// A volume on this node, for all pods that use it: staged, where the driver does that.
///
/// @param specName what the paths of a raw block volume are made of
/// @param found whether an earlier life left it: a refusal then says nothing of what is there
public record StagedVolume(MountState state, String specName, boolean block, boolean found) {
    public static final StagedVolume ABSENT = new StagedVolume(MountState.ABSENT, "", false, false);

    public StagedVolume in(MountState now) {
        return new StagedVolume(now, specName, block, found && now == MountState.UNCERTAIN);
    }
}
