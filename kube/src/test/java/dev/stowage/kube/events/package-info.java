@NullMarked
package dev.stowage.kube.events;

import org.jspecify.annotations.NullMarked;
