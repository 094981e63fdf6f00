-- Until then a user waits for this person's portal session: whoever works through what is due lets them in between.
alter table portal_person add column asked_until timestamptz;
