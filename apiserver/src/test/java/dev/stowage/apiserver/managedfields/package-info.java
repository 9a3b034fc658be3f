@NullMarked
package dev.stowage.apiserver.managedfields;

import org.jspecify.annotations.NullMarked;
