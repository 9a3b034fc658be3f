/// From a command line to a life.
@NullMarked
package dev.stowage.node.program;

import org.jspecify.annotations.NullMarked;
