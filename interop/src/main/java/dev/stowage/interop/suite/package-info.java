/// What a suite is, and how suites are run and reported.
@NullMarked
package dev.stowage.interop.suite;

import org.jspecify.annotations.NullMarked;
