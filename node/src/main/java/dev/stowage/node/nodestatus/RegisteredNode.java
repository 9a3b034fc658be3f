package dev.stowage.node.nodestatus;

/// The registered Node object, for parts that must wait until it exists.
public interface RegisteredNode extends NodeStatus {

    /// Waits until the Node object exists.
    ///
    /// @return the object's uid
    String awaitUid() throws InterruptedException;

    /// Sets why the node is not ready.
    ///
    /// @param part the reporting part; each has one reason at a time
    /// @param why empty when it is ready again
    void setNotReady(String part, String why);
}
