/**
 * Results and fingerprints as JSON: {@link io.onlyonce.json.JsonResultCodec} keeps answers, {@link io.onlyonce.json.JsonFingerprint} compares payloads
 * by what they mean.
 */
@NullMarked
package io.onlyonce.json;

import org.jspecify.annotations.NullMarked;
