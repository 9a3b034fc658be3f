/// What volumes of the local driver cost, from their making to their removal.
@NullMarked
package dev.stowage.bench.driver;

import org.jspecify.annotations.NullMarked;
