@org.jspecify.annotations.NullMarked
package dev.stowage.control.schedule;
