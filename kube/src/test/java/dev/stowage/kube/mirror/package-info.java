@NullMarked
package dev.stowage.kube.mirror;

import org.jspecify.annotations.NullMarked;
