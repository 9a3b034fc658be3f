package dev.stowage.bench.lab;

import java.time.Duration;

/// How much is measured.
///
/// @param fioRounds how often each job of fio runs on each subject
/// @param fioLength how long it runs each time
/// @param lifeRounds how often lives are measured on each subject
/// @param lifeLength how long each time
record LabSizes(int fioRounds, Duration fioLength, int lifeRounds, Duration lifeLength) {

    static final LabSizes QUICK = new LabSizes(1, Duration.ofSeconds(1), 1, Duration.ofSeconds(2));
    static final LabSizes WHOLE = new LabSizes(5, Duration.ofSeconds(2), 3, Duration.ofSeconds(4));
}
