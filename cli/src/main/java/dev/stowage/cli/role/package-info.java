/// The long-running parts of the system, one command each.
@NullMarked
package dev.stowage.cli.role;

import org.jspecify.annotations.NullMarked;
