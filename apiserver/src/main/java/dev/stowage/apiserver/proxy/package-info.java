/// What only a node can answer: logs of containers, commands in them, and its own pages.
@NullMarked
package dev.stowage.apiserver.proxy;

import org.jspecify.annotations.NullMarked;
