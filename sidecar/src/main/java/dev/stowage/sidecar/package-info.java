/// What all roles of the sidecar share: their context and their flags.
@NullMarked
package dev.stowage.sidecar;

import org.jspecify.annotations.NullMarked;
