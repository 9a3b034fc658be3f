/// Container logs, read from the files of the runtime.
@NullMarked
package dev.stowage.node.server.logs;

import org.jspecify.annotations.NullMarked;
