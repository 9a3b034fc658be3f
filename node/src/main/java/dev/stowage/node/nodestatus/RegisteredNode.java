package dev.stowage.node.nodestatus;

/// The node's own object, for who has to know that it is there before it can tell the cluster more.
public interface RegisteredNode extends NodeStatus {

    /// Waits until the cluster has the node's object.
    ///
    /// @return the object's uid
    String awaitUid() throws InterruptedException;

    /// Says what keeps the node from being ready.
    ///
    /// @param part who says it; each has one sentence at a time
    /// @param why empty when nothing does any more
    void setNotReady(String part, String why);
}
