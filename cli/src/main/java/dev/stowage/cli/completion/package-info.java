/// What the commands say about themselves, for others than their users: completion for shells, and the reference.
@NullMarked
package dev.stowage.cli.completion;

import org.jspecify.annotations.NullMarked;
