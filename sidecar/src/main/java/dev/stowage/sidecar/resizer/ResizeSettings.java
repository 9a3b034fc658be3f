package dev.stowage.sidecar.resizer;

/// What stays the same while the resizer runs.
///
/// @param driver the driver's name
/// @param controllerExpands whether the driver is asked at all; else only the node does something
/// @param recovers whether a wish that failed can be taken back
/// @param annotates whether volumes remember their size from before
record ResizeSettings(String driver, boolean controllerExpands, boolean recovers, boolean annotates) {}
