-- A factura made at the portal may be taken back there too: by a nota that annuls it, and then nothing repeats it, or
-- by some that lower it. As their XML says; the lists don't.
alter table sii_issued add column annulled_by bigint;
alter table sii_issued add column lowered_clp bigint not null default 0;
