@NullMarked
package dev.stowage.linux.exec;

import org.jspecify.annotations.NullMarked;
