/// A cluster that runs on when the command that started it has ended.
@NullMarked
package dev.stowage.cli.up.detach;

import org.jspecify.annotations.NullMarked;
