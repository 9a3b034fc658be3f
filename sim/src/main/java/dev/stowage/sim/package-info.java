/// Controllers on a virtual clock, with faults at every call: see DESIGN.md beside this module's pom.
///
/// The names of annotations and finalizers are copied on purpose: the simulated cluster and its invariants must not
/// share a mistake with the controllers.
@NullMarked
package dev.stowage.sim;

import org.jspecify.annotations.NullMarked;
