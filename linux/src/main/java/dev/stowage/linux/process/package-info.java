/// Processes of others: exits, signals, namespaces, terminals.
@NullMarked
package dev.stowage.linux.process;

import org.jspecify.annotations.NullMarked;
