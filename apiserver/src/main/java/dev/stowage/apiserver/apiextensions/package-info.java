/// CustomResourceDefinitions and the resources that are served because of them.
@NullMarked
package dev.stowage.apiserver.apiextensions;

import org.jspecify.annotations.NullMarked;
