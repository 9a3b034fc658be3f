/// `stowage drain`: moves all volumes away from a node, with VolumeMoves.
@NullMarked
package dev.stowage.cli.drain;

import org.jspecify.annotations.NullMarked;
