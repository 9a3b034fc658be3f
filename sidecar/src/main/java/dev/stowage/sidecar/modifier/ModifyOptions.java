package dev.stowage.sidecar.modifier;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// How the modifier works.
///
/// @param timeout of each call to the driver
/// @param retries its longest pause is also how long a class that the driver refuses rests
/// @param extraMetadata whether the driver is told the names of claim and volume
public record ModifyOptions(int workers, Duration timeout, ExponentialBackoff retries, boolean extraMetadata) {}
