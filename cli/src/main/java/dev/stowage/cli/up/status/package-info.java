/// The status of a running cluster: nodes, drivers, volumes, pods, and its resource usage.
@NullMarked
package dev.stowage.cli.up.status;

import org.jspecify.annotations.NullMarked;
