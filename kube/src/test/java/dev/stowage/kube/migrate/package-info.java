@NullMarked
package dev.stowage.kube.migrate;

import org.jspecify.annotations.NullMarked;
