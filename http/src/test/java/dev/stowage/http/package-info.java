/// Tests of the whole module.
@NullMarked
package dev.stowage.http;

import org.jspecify.annotations.NullMarked;
