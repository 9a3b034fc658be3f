@NullMarked
package dev.stowage.control.account;

import org.jspecify.annotations.NullMarked;
