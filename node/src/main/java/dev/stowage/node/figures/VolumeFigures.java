package dev.stowage.node.figures;

import java.util.List;

/// How full the volumes of the pods here are, as it was known last. Thread-safe.
public interface VolumeFigures {

    List<VolumeFigure> of(String podUid);
}
