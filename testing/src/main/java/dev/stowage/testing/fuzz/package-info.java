/// Fuzzing of code that reads input from outside: a few seconds with each test run, and long runs with
/// `./stowage fuzz`.
@NullMarked
package dev.stowage.testing.fuzz;

import org.jspecify.annotations.NullMarked;
