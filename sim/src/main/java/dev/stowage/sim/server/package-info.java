/// An API server in memory that does one thing at a time, and fails when it is told to.
@NullMarked
package dev.stowage.sim.server;

import org.jspecify.annotations.NullMarked;
