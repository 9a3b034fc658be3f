package dev.stowage.driver.quota;

final class XfsQuotaTest extends AbstractQuotaTest {

    @Override
    QuotaDisk disk() {
        return QuotaDisk.XFS;
    }
}
