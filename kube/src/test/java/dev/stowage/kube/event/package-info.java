@NullMarked
package dev.stowage.kube.event;

import org.jspecify.annotations.NullMarked;
