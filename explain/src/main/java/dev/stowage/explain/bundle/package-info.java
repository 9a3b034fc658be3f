/// A picture of a cluster in a file that can be handed to strangers: what might be secret is left out before anything
/// is
/// written, and a file from anywhere is read with limits.
@NullMarked
package dev.stowage.explain.bundle;

import org.jspecify.annotations.NullMarked;
