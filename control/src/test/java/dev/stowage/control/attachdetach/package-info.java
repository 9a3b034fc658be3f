@NullMarked
package dev.stowage.control.attachdetach;

import org.jspecify.annotations.NullMarked;
