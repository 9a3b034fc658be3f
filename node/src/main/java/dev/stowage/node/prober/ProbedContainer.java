package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/// A container that runs and may have probes.
///
/// @param ip the pod's; empty when it has none of its own
/// @param since when it began
/// @param started whether it was told to have started, by a node's process before this one
/// @param ready whether it was told to be ready, by a node's process before this one
public record ProbedContainer(String id, JsonNode spec, String ip, Instant since, boolean started, boolean ready) {}
