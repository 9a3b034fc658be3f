/// Completion scripts for bash, zsh and fish, generated from the flags.
@NullMarked
package dev.stowage.cli.completion;

import org.jspecify.annotations.NullMarked;
