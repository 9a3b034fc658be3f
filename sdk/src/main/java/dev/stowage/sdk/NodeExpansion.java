package dev.stowage.sdk;

import java.io.IOException;

/// Letting a file system follow its volume's growth. Declares EXPAND_VOLUME for the node.
public interface NodeExpansion {

    /// Returns the size that workloads see now.
    Bytes expandOnNode(NodeExpandRequest wanted) throws CsiException, IOException;
}
