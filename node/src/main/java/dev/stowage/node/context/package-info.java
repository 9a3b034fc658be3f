/// What all parts of a node share: name, paths, API client, informers, events, metrics, clock.
@NullMarked
package dev.stowage.node.context;

import org.jspecify.annotations.NullMarked;
