/// The volume controllers of Kubernetes; see DESIGN.md beside this module's pom.
@NullMarked
package dev.stowage.control;

import org.jspecify.annotations.NullMarked;
