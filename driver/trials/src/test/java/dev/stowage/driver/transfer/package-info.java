/// Volumes that go from one driver process to another, also when the receiving one is killed at any step.
@NullMarked
package dev.stowage.driver.transfer;

import org.jspecify.annotations.NullMarked;
