/// The controllers as one program: their names, their flags, their lease.
@NullMarked
package dev.stowage.control.program;

import org.jspecify.annotations.NullMarked;
