package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelSelector;

/// An object that keeps pods, or objects that keep pods, as a template says.
public interface WorkloadResource extends KubeObject {

    /// Counted up with every change of what is wanted.
    long generation();

    LabelSelector selector();

    /// What its pods look like, as it was written.
    JsonNode template();

    /// What its controller last said of it, as it was written.
    JsonNode status();

    int minReadySeconds();
}
