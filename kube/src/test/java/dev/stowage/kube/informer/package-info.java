@NullMarked
package dev.stowage.kube.informer;

import org.jspecify.annotations.NullMarked;
