package io.onlyonce.spring;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts of the starter's errors, in one place: each names the value, the rule and the remedy. */
public final class SpringTexts {
    private SpringTexts() {}

    public static String noTransaction() {
        return "No transaction of OnlyOnce's data source is open on this thread. A record is written inside a transaction only; call the store through"
                + " OnlyOnce.";
    }

    public static String autoCommit() {
        return "The connection of the open transaction is in auto-commit mode, so the record would not be part of the business transaction. Check"
                + " which transaction manager the application uses for this data source.";
    }

    public static String foreignDataSource(String manager) {
        return "A transaction of " + manager
                + " does not hold a connection of the data source that OnlyOnce keeps its records in, so records and"
                + " business data would not commit together. Give OnlyOnce the transaction manager of the business data source: mark it"
                + " @Primary, or define the beans TransactionRunner and TransactionalRecordStore yourself.";
    }

    public static String memoryStore(String bean) {
        return "The bean " + bean
                + " keeps records or tokens in memory: they are lost at a restart and unknown to other instances. Remove it so that the"
                + " configured store is used, or set the profile \"test\" or \"dev\".";
    }

    public static String noParameterNames(Method method, String attribute, String expression) {
        return "The names of the parameters of " + named(method) + " are not in its class file, so the " + attribute
                + " expression " + expression + " cannot be evaluated. Compile with -parameters.";
    }

    public static String unknownParameter(
            Method method, String attribute, String expression, String name, List<String> parameters) {
        return "The " + attribute + " expression " + expression + " of " + named(method) + " names #" + name
                + ", but the parameters are " + parameters + ". Correct the name.";
    }

    public static String unreadableExpression(Method method, String attribute, String expression, String reason) {
        return "The " + attribute + " expression " + expression + " of " + named(method) + " cannot be read: " + reason
                + ". It is SpEL over the parameters, for example \"#order.requestNo\".";
    }

    public static String failedExpression(Method method, String attribute, String expression, String reason) {
        return "The " + attribute + " expression " + expression + " of " + named(method) + " failed for this call: "
                + reason + ". Nothing was done. The value that it reads has to be there in every call.";
    }

    public static String noKey(Method method, String attribute, String expression, @Nullable Object value) {
        String kind = value == null
                ? "null"
                : value.toString().isBlank()
                        ? "a blank text"
                        : "a " + value.getClass().getName();
        return "The " + attribute + " expression " + expression + " of " + named(method) + " gave " + kind
                + ". Nothing was done: a " + attribute
                + " made of nothing would make all such calls one. It has to give a"
                + " non-blank text, a number, a UUID or an enum constant.";
    }

    public static String leasedInTransaction(String operation) {
        return "The leased operation " + operation
                + " was called inside an open transaction. Its record commits on its own, so the effect and the"
                + " record could part, and it would take a second connection inside the first. Call it outside the transaction, or make it"
                + " transactional.";
    }

    public static String keyMissing(Method method) {
        return named(method)
                + " is @Idempotent but has no key expression. Give it one, for example key = \"#order.requestNo\"; only handler methods of"
                + " a controller take their key from the request.";
    }

    public static String keyOnHandler(Method method) {
        return named(method)
                + " is a handler method, so its key comes from the request's header and its scope from the ScopeResolver; key and scope of"
                + " its @Idempotent must stay empty.";
    }

    public static String notInterceptable(Method method, String reason) {
        return named(method) + " is @Idempotent, but " + reason
                + ", so a proxy cannot see the call and nothing would be protected. Make it a public,"
                + " non-final instance method that is called through the bean.";
    }

    public static String notProxied(Method method, String bean) {
        return named(method) + " is @Idempotent, but the bean " + bean
                + " is not proxied by OnlyOnce, so nothing would be protected. It was made too"
                + " early (by a BeanPostProcessor or a BeanFactoryPostProcessor that needs it), or its proxy only offers interfaces without this"
                + " method.";
    }

    public static String selfInvocation(Method method, String caller) {
        return named(method) + " is @Idempotent, but " + caller
                + " of the same class calls it directly; such a call passes the proxy by and is not"
                + " protected. Move the method to a bean of its own, or call it through an injected reference to the own bean.";
    }

    public static String insideTransaction(Method method) {
        return named(method)
                + " is @Idempotent, but the transaction advice runs outside of OnlyOnce's, so the method's transaction would be open before"
                + " its record: a remembered refusal would be rolled back with it, and a deadlock could not be run again. Give the transaction advice the"
                + " lowest precedence: @EnableTransactionManagement without an order.";
    }

    public static String leavesTransaction(Method method, String attribute) {
        return named(method) + " is @Idempotent and @Transactional with " + attribute
                + ", so its writes would not commit together with its record. Take"
                + " the attribute away: the method joins the record's transaction.";
    }

    public static String isolation(Method method, String isolation) {
        return named(method) + " is @Idempotent and @Transactional with isolation = " + isolation
                + ", which would be ignored: the method joins the"
                + " record's transaction, and that has the default of the data source. Take the attribute away, and set the data source's isolation if"
                + " the work needs another one (with Hikari: spring.datasource.hikari.transaction-isolation).";
    }

    public static String afterCommit(Method method, Object phase) {
        return named(method) + " is @Idempotent and a @TransactionalEventListener of phase " + phase
                + ": it runs when its transaction has ended but is"
                + " still bound to the thread, so its writes may be lost. Let the listener open a transaction of its own,"
                + " @Transactional(propagation = REQUIRES_NEW), and call the @Idempotent method of another bean in it.";
    }

    public static String asynchronous(Method method, String what) {
        return named(method) + " is @Idempotent, but " + what
                + ": it returns before its work is done, on another thread than the transaction's. Do the"
                + " work before returning, or protect the method that does it.";
    }

    public static String methodSecurity(Method method, String annotation) {
        return named(method) + " is @Idempotent and carries @" + annotation
                + ". A replay is answered before the handler, so this rule would not be"
                + " asked again and a caller whose right was withdrawn could still read the stored answer. Put the rule into the security filter chain"
                + " (authorizeHttpRequests), which runs on every request.";
    }

    public static String refusalType(Method method, Class<?> type) {
        return named(method) + " remembers " + type.getName()
                + ", which cannot be made again for a replay. Give it a public constructor that takes its"
                + " message as one String and keeps it as it is.";
    }

    public static String refusalsAlike(Method method, List<? extends Class<?>> types) {
        return named(method) + " remembers " + types
                + ", of which two have the same simple name, and a record keeps a refusal by that name. Rename one, or"
                + " name one once.";
    }

    public static String statusesOnMethod(Method method) {
        return named(method)
                + " is no handler method, so it has no status, and remembersStatuses of its @Idempotent would be ignored. Name the exceptions"
                + " that are to be remembered: remembers = InsufficientFundsException.class.";
    }

    public static String keepsOnMethod(Method method) {
        return named(method)
                + " is no handler method, and keeps of its @Idempotent would be ignored: a replay has to be a whole result. Return a type without the secret, or define an"
                + " AnswerSeal bean.";
    }

    public static String keepsWithoutNumber(Method method) {
        return named(method)
                + " keeps the business number only and does not say where its answer has it. Add number to its @Idempotent, for example number ="
                + " \"/orderId\".";
    }

    public static String exceptionsOnHandler(Method method) {
        return named(method)
                + " is a handler method, whose answer is kept by its status; remembers of its @Idempotent would be ignored. Name the"
                + " statuses that the exceptions become: remembersStatuses = 409.";
    }

    public static String leaseOfTransactional(Method method) {
        return "@Idempotent at " + named(method)
                + " has a lease, whenAbandoned, resolver, backstop or whenStoreDown, which would be ignored: its guarantee is transactional, and"
                + " there a crash is a rollback. Take them away, or set guarantee = LEASED.";
    }

    public static String recordOfLeased(Method method) {
        return "@Idempotent at " + named(method)
                + " is leased and has recorded = AT_END: its effects lie outside the record's database, and there the method may only run when"
                + " it has the key. Take recorded away, or set guarantee = TRANSACTIONAL.";
    }

    public static String noLeasedStore(Method method) {
        return named(method)
                + " is @Idempotent and leased, but there is no store for leased records. Define a bean LeasedRecordStore, or make the"
                + " method transactional.";
    }

    public static String resolver(Method method) {
        return "@Idempotent at " + named(method)
                + " names a resolver without whenAbandoned = RESOLVE, or the other way round. They belong together: the resolver is the bean that is"
                + " asked what became of a lost attempt.";
    }

    public static String noSuchBean(Method method, String attribute, String bean, Class<?> type) {
        return "@Idempotent at " + named(method) + " has " + attribute + " = \"" + bean
                + "\", but there is no bean of that name that is a " + type.getName()
                + ". Define it, or correct the name.";
    }

    public static String noAttempt(String handler) {
        return handler
                + " asks for an Attempt, but it is not protected: only a handler method that is @Idempotent runs in one. Annotate it, or take the"
                + " parameter away.";
    }

    public static String lockOnHandler(Method method) {
        return "@Idempotent at the handler " + named(method)
                + " has a lock, but its name cannot be taken from a request. Put the lock on the bean method that does the work, or call Locks"
                + " there.";
    }

    public static String noLocks(Method method) {
        return "@Idempotent at " + named(method)
                + " has a lock, but there is no bean io.onlyonce.lock.Locks. Define one on a LockProvider; on an application's own record store"
                + " none is made.";
    }

    public static String lockTermsWithoutLock(Method method) {
        return "@Idempotent at " + named(method)
                + " has lockPatience or lockLease but no lock, so they would be ignored. Say what to lock, or take them away.";
    }

    public static String nearCacheMissing() {
        return "onlyonce.near-cache is set, but onlyonce-caffeine is not on the class path. Add it, or take the setting away.";
    }

    public static String operationTwice(Method method, String operation, Class<?> otherType, Method other) {
        return named(method) + " is recorded as \"" + operation + "\", like " + otherType.getName() + "."
                + other.getName() + ": a key that was used for"
                + " one would count as used for the other. Give one of them a name of its own: operation = \"…\".";
    }

    public static String duration(Method method, String attribute, String value) {
        return "The " + attribute + " of @Idempotent at " + named(method) + " is \"" + value
                + "\", which is no duration. Write it like 500ms, 5s, 24h, 7d" + " or PT5M.";
    }

    public static String resultType(Method method, String reason) {
        return "The result of " + named(method) + " cannot be kept for a replay: " + reason;
    }

    public static String annotation(Method method, String reason) {
        return "@Idempotent at " + named(method) + " cannot be put into effect: " + reason;
    }

    public static String noStore() {
        return "OnlyOnce finds no single DataSource with a PlatformTransactionManager to keep its records in, so nothing could be protected. Configure"
                + " spring.datasource, mark one DataSource and one transaction manager @Primary, define the beans TransactionalRecordStore and"
                + " TransactionRunner, or switch OnlyOnce off by onlyonce.enabled=false.";
    }

    public static String redisMissing(String setting) {
        return "onlyonce." + setting
                + " is redis, but onlyonce-redis is not on the class path, and another store never takes its place. Add the dependency"
                + " io.onlyonce:onlyonce-redis, and spring-boot-starter-data-redis for the connection, or set onlyonce."
                + setting
                + "=jdbc.";
    }

    public static String noRedisAccess(String setting) {
        return "onlyonce." + setting
                + " is redis, but there is no single LettuceConnectionFactory to connect by. Add spring-boot-starter-data-redis, without"
                + " spring.data.redis.client-type=jedis; where there are several factories mark one @Primary, or define a bean RedisAccess.";
    }

    public static String redisUnreachable(String reason) {
        return "Redis cannot be reached: " + reason
                + " What needs it is refused with store-unavailable until it is there; nothing else is used in its stead. Its settings could not be"
                + " checked. See spring.data.redis.*.";
    }

    public static String redisConnecting(Duration waited) {
        return "Redis has not answered the connection attempt within " + waited + ".";
    }

    public static String redisStopped() {
        return "The application is being stopped, and its connection to Redis is closed.";
    }

    public static String noPurposes() {
        return "onlyonce.tokens.endpoint.enabled is true, but no purpose is named, so the endpoint could issue nothing. Name those that clients may"
                + " ask for, each with its lifetime, for example onlyonce.tokens.purposes.create-order=10m.";
    }

    public static String purgeOff() {
        return "onlyonce.purge.enabled is false: expired records and tokens stay until something else clears them away.";
    }

    public static String setting(String name, Object value, String rule) {
        return "onlyonce." + name + " is " + value + "; it must be " + rule + ".";
    }

    public static String handlersUnprotected(Method method) {
        return named(method)
                + " is an @Idempotent handler method, but the HTTP edge is off, so it is not protected: onlyonce.http.enabled is false, or this"
                + " is no servlet web application.";
    }

    public static String antPatterns(Method method) {
        return named(method)
                + " is an @Idempotent handler method, but the handler mapping matches paths by AntPathMatcher, which is not supported. Let it"
                + " use path patterns: spring.mvc.pathmatch.matching-strategy=path-pattern-parser.";
    }

    public static String filterOrder(int ours, String filter, int theirs) {
        return "onlyonce.http.order is " + ours + ", in front of " + filter + " (" + theirs
                + "), so replays would be handed out before anybody asked for"
                + " the caller's rights. Choose an order behind " + theirs + ", or leave it away.";
    }

    public static String listenerAttributes(Method method) {
        return named(method)
                + " is a listener of messages: it runs in one transaction, its scope is the consumer and the queue or topic. guarantee, scope, lock,"
                + " number, keeps and remembersStatuses of its @Idempotent must stay as they are.";
    }

    public static String listenerResult(Method method) {
        return named(method) + " is a listener of messages and returns a "
                + method.getReturnType().getSimpleName()
                + "; an answer would be sent before the commit, and not be sent again to a duplicate. Let it return nothing, and publish what is to be sent through"
                + " the outbox.";
    }

    public static String listenerUnprotected(Method method) {
        return named(method)
                + " is a listener of messages, but nothing here protects listeners: its broker's client, onlyonce-messaging or a store is missing, or"
                + " onlyonce.enabled is false for it. Add what is missing.";
    }

    public static String noRelay(String outbox, Duration waiting) {
        return "A message waits in the outbox \"" + outbox + "\" for " + waiting
                + ", and this application has no relay that sends it. Set spring.rabbitmq.publisher-confirm-type=correlated and publisher-returns=true, bring a"
                + " MessagePublisher, or say onlyonce.messaging.outbox.relayed=false where another application sends its messages.";
    }

    public static String noConsumer(String name, List<String> known) {
        return "There is no consumer \"" + name + "\"; there are " + known
                + ". A consumer is called as its @Idempotent says, else Class.method.";
    }

    public static String noSource(String consumer, String source, List<String> known) {
        return "The consumer \"" + consumer + "\" does not read \"" + source + "\"; it reads " + known
                + ". Name the queue or topic that the messages were read from, not the one of their dead letters.";
    }

    public static String redriveLimit(int limit) {
        return "The limit of a re-drive is " + limit + "; it must be 1 or more, or left away for 100.";
    }

    public static String noDeadLetters() {
        return "There are no consumers of messages here, so there are no dead letters to send back.";
    }

    public static String purgeLimit(int limit, int most) {
        return "The limit of a purge is " + limit + " rows of each store; it must be between 1 and " + most
                + ", or left away for 10000.";
    }

    public static String purgeFailed(List<String> stores) {
        return "Purging " + stores
                + " failed; the log says why. What was deleted is gone, the rest is where it was. Remove the cause, and repeat it.";
    }

    public static String redriveEnded(String consumer, String cause) {
        return "The re-drive of " + consumer + " ended early (" + cause
                + "). What was sent back is on its way, the rest is where it was. Remove the cause, and repeat it.";
    }

    public static String givingUpFailed(String saga, String record, String cause) {
        return "Giving up " + saga + " " + record + " failed (" + cause
                + "). What is undone stays undone, the rest is gone on with. Remove the cause, and repeat it.";
    }

    public static String sagasLimit(int limit, int most) {
        return "The limit " + limit + " of unfinished sagas is not usable; it is 1 to " + most + ".";
    }

    /** For {@link io.onlyonce.spring.actuate.SagasEndpoint}. */
    public static String notParked(String saga, String record) {
        return "Nothing was done: " + saga + " " + record
                + " was not put aside, or not any more. Look at the list again.";
    }

    /** For {@link io.onlyonce.spring.actuate.SagasEndpoint}. */
    public static String sagaAtWork(String saga, String record) {
        return "Nothing was done: somebody is at " + saga + " " + record + " now. Repeat it when its lease is over.";
    }

    /** For {@link io.onlyonce.spring.actuate.SagasEndpoint}. */
    public static String sagaGone(String saga, String record) {
        return "Nothing was done: " + saga + " " + record
                + " is not among the unfinished ones, or not any more. Look at the list again.";
    }

    public static String twoBrokers() {
        return "Both RabbitMQ and Kafka could carry the outbox's messages. Say which one by onlyonce.messaging.outbox.broker, rabbitmq or kafka.";
    }

    /** For {@link io.onlyonce.spring.actuate.OnlyOnceEndpoint}. */
    public static String notAnId(String text) {
        return "\"" + text
                + "\" is no id. Records and events have UUIDs, for example 01a22902-83e4-757a-8eff-98c65ff40c42; the audit log has a record's under onlyonce.record.";
    }

    /** For {@link io.onlyonce.spring.actuate.OnlyOnceEndpoint}. */
    public static String notATime(String name, String text) {
        return "\"" + text + "\" is no time for " + name
                + ". Write it with its zone, for example 2026-12-01T00:00:00Z.";
    }

    /** For {@link io.onlyonce.spring.actuate.OnlyOnceEndpoint}. */
    public static String noRecord(String id) {
        return "Nothing is known of record " + id + ": it never was, or it is over and its events are too.";
    }

    /** For {@link io.onlyonce.spring.actuate.OnlyOnceEndpoint}. */
    public static String notAbandoned(String id) {
        return "Nothing was done: record " + id
                + " is not the abandoned claim with this fence any more. Look at it again.";
    }

    /** For {@link io.onlyonce.spring.desk.Desk}. */
    public static String noAuditTable() {
        return "There is no audit table to search: set onlyonce.audit.enabled=true, and what happens from then on can be found. Until then look into the audit log, "
                + "the logger io.onlyonce.decision.";
    }

    /** For {@link io.onlyonce.spring.desk.Desk}. */
    public static String noLeasedClaims() {
        return "There are no leased records here whose claims could be settled: transactional ones end with their transaction.";
    }

    private static String named(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
