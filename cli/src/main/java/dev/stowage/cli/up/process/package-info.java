/// Drivers as processes of their own: they can die without taking the rest along, and are started again.
@NullMarked
package dev.stowage.cli.up.process;

import org.jspecify.annotations.NullMarked;
