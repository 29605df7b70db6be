"""What may become of a document, as it stands in the column ``status``."""

OK, NOT_OK, UNCHECKED, FAILED, SET_ASIDE = "ok", "not ok", "not audited", "failed", "set aside"
