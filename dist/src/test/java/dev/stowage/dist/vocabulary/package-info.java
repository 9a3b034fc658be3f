/// Checks that names and texts use the standard words: those of Kubernetes, CSI, Linux and the JDK.
@NullMarked
package dev.stowage.dist.vocabulary;

import org.jspecify.annotations.NullMarked;
