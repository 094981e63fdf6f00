-- A client of whom the SII knows nothing: the user wrote its name, and may correct it.
alter table client add column name_is_written boolean not null default false;
