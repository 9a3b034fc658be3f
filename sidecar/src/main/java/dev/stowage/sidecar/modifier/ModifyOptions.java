package dev.stowage.sidecar.modifier;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// The options of the modifier.
///
/// @param timeout of each call to the driver
/// @param retries the maximum delay is also the delay for a class that the driver rejects
/// @param extraMetadata whether the names of the claim and the volume are passed to the driver
public record ModifyOptions(int workers, Duration timeout, ExponentialBackoff retries, boolean extraMetadata) {}
