package dev.stowage.control.attachdetach;

/// A volume on a node. In a queue, without a node, it stands for all the nodes of a volume that only one may
/// have at a
/// time: they are looked at by one worker.
///
/// @param volume the unique name; for an attachment of a volume that nobody knows any more, [#unknown]
/// @param node empty for all
record VolumeNodeKey(String volume, String node) {
    private static final String UNKNOWN = "attachment ";

    static VolumeNodeKey unknown(String attachment, String node) {
        return new VolumeNodeKey(UNKNOWN + attachment, node);
    }

    /// The name of the attachment whose volume is unknown; empty when it is known.
    static String unknownAttachment(String volume) {
        return volume.startsWith(UNKNOWN) ? volume.substring(UNKNOWN.length()) : "";
    }

    @Override
    public String toString() {
        return node.isEmpty() ? volume : volume + " on " + node;
    }
}
