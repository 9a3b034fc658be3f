@NullMarked
package dev.stowage.kube.object;

import org.jspecify.annotations.NullMarked;
