/// The launcher script, run in a small project with a fake JDK and a fake Maven.
@NullMarked
package dev.stowage.dist.launcher;

import org.jspecify.annotations.NullMarked;
