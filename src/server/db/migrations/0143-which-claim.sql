-- Which taking of a mail by a worker this is: it tells a late word from a present one. `tries` begin anew when a person
-- sends it again, so that a worker that slept meanwhile would be taken for the one at work now.
alter table delivery add column claim integer not null default 0;
