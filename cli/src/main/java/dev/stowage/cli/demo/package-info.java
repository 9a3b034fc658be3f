/// `stowage demo`: the whole volume lifecycle on a temporary cluster with three nodes.
@NullMarked
package dev.stowage.cli.demo;

import org.jspecify.annotations.NullMarked;
