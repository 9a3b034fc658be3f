@NullMarked
package dev.stowage.cli.control;

import org.jspecify.annotations.NullMarked;
