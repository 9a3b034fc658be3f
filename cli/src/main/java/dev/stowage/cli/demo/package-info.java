/// The life of a volume from claim to deletion, shown for real on three nodes in a minute.
@NullMarked
package dev.stowage.cli.demo;

import org.jspecify.annotations.NullMarked;
