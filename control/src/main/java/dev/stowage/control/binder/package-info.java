/// The binder: claims get volumes, volumes get phases.
///
/// Who writes what. A claim, its status included, is written by the worker that looks at that claim; a volume, its
/// status included, by whoever holds it on the [dev.stowage.control.binder.AvailableVolumes]: the worker of
/// the claim that it is
/// being bound to, or else the worker that looks at the volume. What was written is in the mirrors before the
/// volume is
/// let go, so none of these writes ever meets another. Two binders at once would: then the server's versions decide.
@NullMarked
package dev.stowage.control.binder;

import org.jspecify.annotations.NullMarked;
