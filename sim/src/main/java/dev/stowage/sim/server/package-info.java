/// An in-memory API server that does one thing at a time, and fails on demand.
@NullMarked
package dev.stowage.sim.server;

import org.jspecify.annotations.NullMarked;
