@NullMarked
package dev.stowage.kube.queue;

import org.jspecify.annotations.NullMarked;
