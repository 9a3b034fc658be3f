/// Answers for people and for programs.
@NullMarked
package dev.stowage.explain.report;

import org.jspecify.annotations.NullMarked;
