/// `stowage control` and `stowage snapshot-controller`: the controllers as one program, with their flags and
/// lease.
@NullMarked
package dev.stowage.cli.control;

import org.jspecify.annotations.NullMarked;
