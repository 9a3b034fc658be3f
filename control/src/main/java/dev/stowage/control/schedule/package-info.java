/// Finds nodes for pods, with their volumes in mind.
@NullMarked
package dev.stowage.control.schedule;

import org.jspecify.annotations.NullMarked;
