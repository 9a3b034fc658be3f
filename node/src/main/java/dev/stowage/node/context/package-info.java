/// What all parts of the node share: informers, queues, clock and options.
@NullMarked
package dev.stowage.node.context;

import org.jspecify.annotations.NullMarked;
