package dev.stowage.sdk;

import java.io.IOException;

/// Expands a file system after its volume was expanded. Declares EXPAND_VOLUME for the node.
public interface NodeExpansion {

    /// Returns the size that workloads see now.
    Bytes expandOnNode(NodeExpandRequest wanted) throws CsiException, IOException;
}
