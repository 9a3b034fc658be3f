/// Classes of container runtimes.
@NullMarked
package dev.stowage.apiserver.group.node;

import org.jspecify.annotations.NullMarked;
