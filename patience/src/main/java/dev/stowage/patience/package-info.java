/// How long the tests of all rooms wait for something that must happen. Found by JUnit itself; no test names it.
@NullMarked
package dev.stowage.patience;

import org.jspecify.annotations.NullMarked;
