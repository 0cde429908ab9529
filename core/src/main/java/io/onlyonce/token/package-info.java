/**
 * One-time tokens: issued to a client, consumed once.
 *
 * <p>A token is bound to a purpose, a subject and perhaps a target. It is either {@linkplain io.onlyonce.token.TokenStore stored} (the store keeps its hash
 * until it is consumed) or {@linkplain io.onlyonce.token.SignedTokens signed} (nothing is kept until it is used). {@link io.onlyonce.token.TokenGate} puts a
 * token and a record together, so that its repeat gets the first answer.
 */
@NullMarked
package io.onlyonce.token;

import org.jspecify.annotations.NullMarked;
