/// Archives as `tar` reads them.
@NullMarked
package dev.stowage.linux.tar;

import org.jspecify.annotations.NullMarked;
