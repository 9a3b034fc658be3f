/// What we keep of the objects of Kubernetes: records with the fields that somebody reads, made from JSON.
@NullMarked
package dev.stowage.kube.object;

import org.jspecify.annotations.NullMarked;
