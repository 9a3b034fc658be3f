package dev.stowage.node.stats;

/// The health of a volume on this node, according to its driver.
///
/// @param message what is wrong with it; of an abnormal volume only
record VolumeCondition(boolean abnormal, String message) {
    static final VolumeCondition NORMAL = new VolumeCondition(false, "");
}
