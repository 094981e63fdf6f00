-- A nota de crédito is a document like the others: it takes back a factura of ours, whole or in part, and is
-- issued by the very same protocol.
alter table document drop constraint document_kind_check;
alter table document add check (kind in ('factura', 'boletaHonorarios', 'notaCredito'));
alter table document add column nota_of bigint;
-- CodRef of the SII: 1 annuls the whole factura, 3 lowers its amounts.
alter table document add column nota_code smallint check (nota_code in (1, 3));
-- The number a person says it got at the portal; believed only when the SII's list and XML show it.
alter table document add column told_folio bigint;
alter table document add check ((kind = 'notaCredito') = (nota_of is not null));
alter table document add check ((nota_of is null) = (nota_code is null));
alter table document add check (told_folio is null or nota_of is not null);
alter table document add foreign key (organisation_id, nota_of)
  references document (organisation_id, id) on delete cascade;
create index document_notas on document (organisation_id, nota_of) where nota_of is not null;
-- Whoever asks at the same moment: of one factura there is one annulment under way or done.
create unique index document_annulling_nota on document (organisation_id, nota_of)
  where nota_code = 1 and state not in ('failed', 'skipped');

alter table sii_issued drop constraint sii_issued_kind_check;
alter table sii_issued add check (kind in ('factura', 'boletaHonorarios', 'notaCredito'));
