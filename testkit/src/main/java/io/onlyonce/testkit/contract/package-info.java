/**
 * One contract suite per SPI. A store's own test class extends the suite, says how the store is made, and has all its cases:
 *
 * <pre>{@code
 * TransactionalRecordStoreContract   store inside the business transaction
 * LeasedRecordStoreContract          store with leases
 * RecordMaintenanceContract          looking at records and purging them
 * TransactionRunnerContract          how transactions are opened and joined
 * TokenStoreContract                 one-time tokens, stored or signed
 * TransactionalTokenStoreContract    the same, riding in transactions
 * MultipleUseContract                tokens of several uses
 * InboxStoreContract                 what was taken in and is dealt with later
 * OnlyOnceContract                   the engine over any of these stores
 * CallbackVerifierContract           one payment provider's callbacks
 * SignedHeadersContract              the same, with signature and timestamp in headers
 * }</pre>
 */
@NullMarked
package io.onlyonce.testkit.contract;

import org.jspecify.annotations.NullMarked;
