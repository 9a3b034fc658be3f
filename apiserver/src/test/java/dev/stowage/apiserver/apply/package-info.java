@NullMarked
package dev.stowage.apiserver.apply;

import org.jspecify.annotations.NullMarked;
