package io.onlyonce.shop.customer;

/** A registered customer. */
record Customer(String userId, String username, String phone, String email) {

    boolean hasValuesOf(NewCustomer other) {
        return username.equals(other.username()) && phone.equals(other.phone()) && email.equals(other.email());
    }
}
