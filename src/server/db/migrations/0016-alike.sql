-- Before a document may wait, whatever looks like it is looked for: same issuer, recipient and total.
create index document_alike on document (organisation_id, recipient_rut, total_clp);
create index sii_issued_alike on sii_issued (organisation_id, recipient_rut, total_clp);
