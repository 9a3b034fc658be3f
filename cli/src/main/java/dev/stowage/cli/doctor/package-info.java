/// `stowage doctor`: reads the state of a node and a cluster, and checks it. Nothing is changed, except that `--adopt
/// --confirm` restores records.
@NullMarked
package dev.stowage.cli.doctor;

import org.jspecify.annotations.NullMarked;
