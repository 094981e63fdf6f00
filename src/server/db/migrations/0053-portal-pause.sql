-- When the SII asked this person to wait, and until when nobody at all is signed in, because it asked several.
alter table portal_person add column throttled_at timestamptz;
create index portal_person_throttled on portal_person (throttled_at) where throttled_at is not null;
alter table operator_switch add column portal_paused_until timestamptz;
