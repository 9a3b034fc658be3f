/// The chart and the manifests before helm, kubectl and a real API server, and their documents before a real cluster.
@NullMarked
package dev.stowage.interop.chart;

import org.jspecify.annotations.NullMarked;
