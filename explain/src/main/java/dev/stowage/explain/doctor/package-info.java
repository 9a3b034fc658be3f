/// What is wrong with a node or a cluster before anybody asks: each check judges what was seen, and does
/// nothing else.
@NullMarked
package dev.stowage.explain.doctor;

import org.jspecify.annotations.NullMarked;
