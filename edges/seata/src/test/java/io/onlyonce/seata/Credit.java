package io.onlyonce.seata;

import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.apache.seata.rm.tcc.api.LocalTCC;
import org.apache.seata.rm.tcc.api.TwoPhaseBusinessAction;
import org.jspecify.annotations.Nullable;

/** Gives an amount to an account, in two phases. */
@LocalTCC
public interface Credit {
    @TwoPhaseBusinessAction(name = "credit", commitMethod = "commit", rollbackMethod = "rollback")
    void prepare(@Nullable BusinessActionContext branch, String account, long amount) throws Exception;

    boolean commit(BusinessActionContext branch) throws Exception;

    boolean rollback(BusinessActionContext branch) throws Exception;
}
