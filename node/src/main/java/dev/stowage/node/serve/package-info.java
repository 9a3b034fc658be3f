/// The node's own server: logs, commands in containers, figures.
@NullMarked
package dev.stowage.node.serve;

import org.jspecify.annotations.NullMarked;
