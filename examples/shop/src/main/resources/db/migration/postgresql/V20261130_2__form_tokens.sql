-- Form tokens are kept in onlyonce_token now. Those that were issued before live ten minutes at most; whoever still has one loads the form again.
DROP TABLE form_token;
