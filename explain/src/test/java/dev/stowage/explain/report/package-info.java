/// Answers as they are read.
@NullMarked
package dev.stowage.explain.report;

import org.jspecify.annotations.NullMarked;
