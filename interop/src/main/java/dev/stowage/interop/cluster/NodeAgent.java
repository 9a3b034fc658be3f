package dev.stowage.interop.cluster;

/// The program that runs a node's pods and volumes.
public enum NodeAgent {
    KUBELET("kubelet"),
    OURS("stowage-node");

    private final String program;

    NodeAgent(String program) {
        this.program = program;
    }

    /// As its log is named.
    public String program() {
        return program;
    }
}
