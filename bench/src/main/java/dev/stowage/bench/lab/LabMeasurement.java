package dev.stowage.bench.lab;

import dev.stowage.bench.driver.DriverClient;
import dev.stowage.bench.driver.ServedDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What runs inside the guest. It removes nothing: the guest ends with it, and its disks are in its memory.
public final class LabMeasurement {

    private LabMeasurement() {}

    /// @param args the file for the samples, and whether sizes are used that only show that it works
    static void main(String[] args) throws Exception {
        LabSizes sizes = Boolean.parseBoolean(args[1]) ? LabSizes.QUICK : LabSizes.WHOLE;
        List<Sample> samples = new ArrayList<>();
        LabPools pools = LabPools.create(Path.of("/tmp/disks"));
        try (ServedDriver servedDriver = ServedDriver.start(pools.driver(System.getProperty("stowage.home", "")))) {
            DriverClient driverClient = new DriverClient(servedDriver);
            samples.addAll(new FioMeasurement(driverClient, pools, sizes).run());
            samples.addAll(new LifecycleMeasurement(driverClient, sizes).run());
        }
        new SampleFile(Path.of(args[0])).write(samples);
    }
}
