/// What controllers are tried on: an embedded API server, and what they share.
@NullMarked
package dev.stowage.control.stage;

import org.jspecify.annotations.NullMarked;
