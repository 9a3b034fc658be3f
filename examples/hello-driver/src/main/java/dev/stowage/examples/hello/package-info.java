/// A complete driver to read first and to copy from; `docs/write-a-driver.md` walks through it.
@NullMarked
package dev.stowage.examples.hello;

import org.jspecify.annotations.NullMarked;
