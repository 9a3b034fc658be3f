/// Health checks of a node or a cluster: pure functions of what was read.
@NullMarked
package dev.stowage.explain.doctor;

import org.jspecify.annotations.NullMarked;
