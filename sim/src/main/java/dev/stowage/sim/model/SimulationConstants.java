package dev.stowage.sim.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Names that all components use.
public final class SimulationConstants {
    public static final String DRIVER = "disk.example.com";
    public static final String NAMESPACE = "default";
    public static final String AT_ONCE = "at-once";
    public static final String WITH_POD = "with-pod";
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
    static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    static final String PROVISIONER_FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";
    static final String ATTACHER_FINALIZER = "external-attacher/disk-example-com";

    private SimulationConstants() {}

    /// The unique volume name in Node objects.
    public static String unique(String handle) {
        return "kubernetes.io/csi/" + DRIVER + "^" + handle;
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
