package io.onlyonce.error;

/** The store cannot be reached. Nothing was done: without its record the operation is not run. */
public class StoreUnavailableException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(Throwable cause) {
        this("store-unavailable", ErrorTexts.storeUnavailable(cause), cause);
    }

    StoreUnavailableException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
