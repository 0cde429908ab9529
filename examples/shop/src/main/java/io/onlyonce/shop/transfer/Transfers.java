package io.onlyonce.shop.transfer;

import io.onlyonce.Call;
import io.onlyonce.saga.GivenUpException;
import io.onlyonce.saga.Saga;
import io.onlyonce.saga.Sagas;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import org.springframework.stereotype.Service;

/** Makes transfers and looks them up. */
@Service
class Transfers {
    private final Sagas sagas;
    private final Saga<AskedTransfer, Transfer> saga;
    private final TransferRows rows;

    Transfers(Sagas sagas, Saga<AskedTransfer, Transfer> saga, TransferRows rows) {
        this.sagas = sagas;
        this.saga = saga;
        this.rows = rows;
    }

    /**
     * Transfers the amount, once for each id. Where this fails in the middle it is gone on with, by the next call for this id or by itself.
     *
     * @param transferId the same in each retry
     * @throws Problem if it is refused, now and in each retry
     * @throws Exception if it could not be ended now
     */
    Transfer make(String transferId, String userId, NewTransfer wanted) throws Exception {
        if (wanted.amount().amount().signum() <= 0) {
            throw Problems.amountInvalid(wanted.amount());
        }
        if (wanted.fromAccountId().equals(wanted.toAccountId())) {
            throw Problems.sameAccount(wanted.fromAccountId());
        }
        AskedTransfer asked =
                new AskedTransfer(transferId, userId, wanted.fromAccountId(), wanted.toAccountId(), wanted.amount());
        Call call = Call.of(
                userId,
                transferId,
                asked.fromAccountId(),
                asked.toAccountId(),
                asked.amount().toString());
        try {
            return sagas.run(saga, call, asked).orElseThrow();
        } catch (NoSuchAccountException refused) {
            throw Problems.noSuch("account", String.valueOf(refused.getMessage()));
        } catch (InsufficientFundsException refused) {
            throw Problems.insufficientFunds(asked.fromAccountId(), asked.amount());
        } catch (GivenUpException refused) {
            throw Problems.transferGivenUp(transferId);
        }
    }

    /**
     * @throws Problem if there is none
     */
    Transfer get(String transferId) {
        if (!Texts.isId(transferId)) {
            throw Problems.noSuch("transfer", transferId);
        }
        return rows.find(transferId).orElseThrow(() -> Problems.noSuch("transfer", transferId));
    }
}
