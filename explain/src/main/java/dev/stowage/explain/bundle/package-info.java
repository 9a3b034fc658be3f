/// The state of a cluster in a file that can be shared: possible secrets are removed before anything is written, and
/// files are read with limits, because they are not trusted.
@NullMarked
package dev.stowage.explain.bundle;

import org.jspecify.annotations.NullMarked;
