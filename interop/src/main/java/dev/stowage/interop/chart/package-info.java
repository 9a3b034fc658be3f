/// Tests the chart and the manifests with helm, kubectl and a real API server, and their documents on a real cluster.
@NullMarked
package dev.stowage.interop.chart;

import org.jspecify.annotations.NullMarked;
