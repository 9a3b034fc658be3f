@org.jspecify.annotations.NullMarked
package dev.stowage.driver.share;
