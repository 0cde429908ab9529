package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Database;
import io.onlyonce.broken.frame.Options;
import io.onlyonce.broken.frame.Redis;
import org.jspecify.annotations.Nullable;

/** All that a variant may use. Thread-safe once a service is made. */
public final class Shop implements AutoCloseable {
    private final Options options;
    private final Database database;
    private final Partner partner = new Partner();
    private final Products products;
    private final Money money;
    private final Orders orders;
    private final Steps steps;
    private final Books books;
    private final Points points;
    private final Inbox inbox = new Inbox();
    private final Records records = Records.unique();
    private final Records log = Records.unguarded();
    private final Once once;
    private @Nullable Redis redis;

    public Shop(Options options) {
        this.options = options;
        this.database = Database.open(options);
        this.products = new Products(database);
        this.money = new Money(database);
        this.orders = new Orders(partner, products);
        this.steps = new Steps(partner, orders, products, money);
        this.books = new Books(partner, orders, money);
        this.points = new Points(database, partner);
        this.once = new Once(database, records);
    }

    public Options options() {
        return options;
    }

    public Database database() {
        return database;
    }

    public Partner partner() {
        return partner;
    }

    public Products products() {
        return products;
    }

    public Money money() {
        return money;
    }

    public Orders orders() {
        return orders;
    }

    public Steps steps() {
        return steps;
    }

    public Books books() {
        return books;
    }

    public Points points() {
        return points;
    }

    public Inbox inbox() {
        return inbox;
    }

    /** Records with a unique key. */
    public Records records() {
        return records;
    }

    /** Records without one. */
    public Records log() {
        return log;
    }

    public Once once() {
        return once;
    }

    /**
     * @throws IllegalArgumentException if the service was started without one
     */
    public synchronized Redis redis() {
        if (redis == null) {
            String url = options.redis();
            if (url == null) {
                throw new IllegalArgumentException("This variant needs --redis. " + Options.usage());
            }
            redis = Redis.open(url);
        }
        return redis;
    }

    @Override
    public synchronized void close() {
        if (redis != null) {
            redis.close();
        }
        database.close();
    }
}
