@NullMarked
package dev.stowage.apiserver.patch;

import org.jspecify.annotations.NullMarked;
