package io.onlyonce.spring.support;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An effect as an entity; its document number is unique. */
@Entity
@Table(name = "jpa_effect")
public class JpaEffect {
    @Id
    private String id = UUID.randomUUID().toString();

    private String name = "";

    @Column(name = "document_no")
    private String documentNo = "";

    protected JpaEffect() {}

    public JpaEffect(String name, String documentNo) {
        this.name = name;
        this.documentNo = documentNo;
    }

    public String getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getDocumentNo() {
        return documentNo;
    }
}
