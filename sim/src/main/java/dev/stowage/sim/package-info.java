/// Controllers on a virtual clock, with faults at every call: see DESIGN.md beside this module's pom.
@NullMarked
package dev.stowage.sim;

import org.jspecify.annotations.NullMarked;
