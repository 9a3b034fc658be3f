@NullMarked
package dev.stowage.control.home;

import org.jspecify.annotations.NullMarked;
