/// The binder: binds claims to volumes and sets the phases of volumes.
///
/// Who writes what: the worker of a claim writes the claim, status included. The worker that holds a volume
/// in [dev.stowage.control.binder.AvailableVolumes] writes the volume, status included: the worker of the
/// claim that it is being bound to, otherwise the volume's own. A write is in the informers before the volume
/// is released, so these writes never conflict. With two binders at once, the resourceVersion decides.
@NullMarked
package dev.stowage.control.binder;

import org.jspecify.annotations.NullMarked;
