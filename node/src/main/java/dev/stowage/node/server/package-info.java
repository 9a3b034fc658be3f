/// The node's own server: logs, commands in containers, figures.
@NullMarked
package dev.stowage.node.server;

import org.jspecify.annotations.NullMarked;
