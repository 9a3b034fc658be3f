/// What controllers do to a cluster: decided as values, carried out elsewhere.
@NullMarked
package dev.stowage.control.act;

import org.jspecify.annotations.NullMarked;
