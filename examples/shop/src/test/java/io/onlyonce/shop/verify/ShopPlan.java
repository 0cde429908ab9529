package io.onlyonce.shop.verify;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.verify.plan.Environment;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The plans that stand beside the shop, for a shop on this database. */
public final class ShopPlan {
    private static final Path PLANS = Path.of("verify");

    private ShopPlan() {}

    /**
     * @param name the file's
     * @param values further ones that the plan reads
     */
    public static Plan read(String name, TestDatabase database, Map<String, String> values) throws IOException {
        Map<String, String> all = new HashMap<>(values);
        all.put("SHOP_JDBC_URL", database.url());
        all.put("SHOP_DB_USER", database.user());
        all.put("SHOP_DB_PASSWORD", database.password());
        return PlanFile.read(PLANS.resolve(name), Environment.SYSTEM.with(all));
    }
}
