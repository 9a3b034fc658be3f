/// What stands in the way of taking a driver off a cluster.
@NullMarked
package dev.stowage.cli.uninstall;

import org.jspecify.annotations.NullMarked;
