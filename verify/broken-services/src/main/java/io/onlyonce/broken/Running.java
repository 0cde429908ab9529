package io.onlyonce.broken;

import io.onlyonce.broken.frame.Options;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;
import io.onlyonce.broken.frame.Web;
import io.onlyonce.broken.shop.Shop;

/** One variant, running in this JVM. */
public final class Running implements AutoCloseable {
    private final Shop shop;
    private final Service service;
    private final Web web;

    private Running(Shop shop, Service service, Web web) {
        this.shop = shop;
        this.service = service;
        this.web = web;
    }

    /** Makes the tables that are missing, starts what works in the background, then answers. */
    public static Running start(Variant variant, Options options) throws Exception {
        Shop shop = new Shop(options);
        try {
            shop.database().createTables();
            Service service = variant.factory().apply(shop);
            service.start();
            Routes routes = new Routes();
            service.open(routes);
            return new Running(shop, service, Web.open(options.port(), routes));
        } catch (Exception e) {
            shop.close();
            throw e;
        }
    }

    public int port() {
        return web.port();
    }

    @Override
    public void close() {
        web.close();
        service.stop();
        shop.close();
    }
}
