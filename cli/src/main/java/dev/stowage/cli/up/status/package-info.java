/// What a running cluster has: nodes, drivers, volumes, pods, and what it takes of the machine.
@NullMarked
package dev.stowage.cli.up.status;

import org.jspecify.annotations.NullMarked;
