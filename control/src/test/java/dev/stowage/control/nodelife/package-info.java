@NullMarked
package dev.stowage.control.nodelife;

import org.jspecify.annotations.NullMarked;
