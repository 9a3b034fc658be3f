package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelSelector;

/// A workload: creates pods, or objects that create pods, from a template.
public interface WorkloadResource extends KubeObject {

    /// Incremented with every change of the spec.
    long generation();

    LabelSelector selector();

    /// The pod template as it was written.
    JsonNode template();

    /// The last reported status, as it was written.
    JsonNode status();

    int minReadySeconds();
}
