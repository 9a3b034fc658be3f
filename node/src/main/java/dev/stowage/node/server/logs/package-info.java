/// What containers wrote, from the files in which the runtime keeps it.
@NullMarked
package dev.stowage.node.server.logs;

import org.jspecify.annotations.NullMarked;
