@NullMarked
package dev.stowage.kube.credential;

import org.jspecify.annotations.NullMarked;
