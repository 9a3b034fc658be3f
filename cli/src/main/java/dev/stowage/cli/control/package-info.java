/// The controllers as one program: their names, their flags, their lease.
@NullMarked
package dev.stowage.cli.control;

import org.jspecify.annotations.NullMarked;
