package dev.stowage.sidecar.resizer;

/// The settings of a running resizer.
///
/// @param driver the driver's name
/// @param controllerExpands whether the driver has ControllerExpandVolume; otherwise only the node expands
/// @param recovers whether users can reduce a request that failed
/// @param annotates whether volumes get an annotation with their previous size
record ResizeSettings(String driver, boolean controllerExpands, boolean recovers, boolean annotates) {}
