package dev.stowage.driver.quota;

final class Ext4QuotaTest extends AbstractQuotaTest {

    @Override
    QuotaDisk disk() {
        return QuotaDisk.EXT4;
    }
}
