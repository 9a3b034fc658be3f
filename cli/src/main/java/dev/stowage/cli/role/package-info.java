/// The long-running roles, one command each.
@NullMarked
package dev.stowage.cli.role;

import org.jspecify.annotations.NullMarked;
