package dev.stowage.cli.demo;

/// The options of `stowage demo`.
///
/// @param verbosity the log level as in Kubernetes; negative disables logging
record DemoOptions(boolean keep, boolean json, int verbosity) {}
