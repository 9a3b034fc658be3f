/// The command-line reference in `docs/reference`, written from the flags themselves.
@NullMarked
package dev.stowage.cli.reference;

import org.jspecify.annotations.NullMarked;
