-- Facturators -------------------------------------------------------------------------------------------

-- For which organisation the person was signed in when the SII asked to wait: one with many persons stops no other.
alter table portal_person add column throttled_organisation_id bigint;
