-- A person who issues boletas de honorarios without any company has an entry of their own among the
-- companies, for rules, clients and products to hang on. It issues no facturas.
alter table company add column issues_facturas boolean not null default true;

-- Who withholds a boleta's tax. Null: as the SII's form suggests for the recipient.
alter table invoice_rule add column withholder text check (withholder in ('recipient', 'issuer'));

-- The retention the SII showed where it wasn't ours; it is issued with that one once the user says so (D-29).
alter table document add column sii_retention_clp bigint;

-- A boleta isn't signed: no number is known before the SII gives it.
alter table attempt alter column signed_folio drop not null;
-- What was sent: since then the document may have been frozen anew.
alter table attempt add column content jsonb;
alter table attempt add column content_digest bytea;
alter table attempt add check ((content is null) = (content_digest is null));
