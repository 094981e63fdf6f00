-- Facturators -------------------------------------------------------------------------------------------

-- Certificate passwords that the SII refused in a row, and when it refused the last one.
alter table facturator add column certificate_refusals smallint not null default 0;
alter table facturator add column certificate_refused_at timestamptz;
