/// The launcher script, run for real in a small project of its own with a pretended JDK and a pretended Maven.
@NullMarked
package dev.stowage.dist.launcher;

import org.jspecify.annotations.NullMarked;
