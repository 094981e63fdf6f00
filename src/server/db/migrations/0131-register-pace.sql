-- One month is read at a time, by whichever process; null: none is. Older than the longest reading, it counts as over.
alter table register_reading add busy_until timestamptz;
-- The registers shut us out, while the rest of the SII may be well: whose they are doesn't matter.
alter table register_reading add throttled_at timestamptz;
create index register_reading_busy on register_reading (busy_until) where busy_until is not null;
create index register_reading_throttled on register_reading (throttled_at) where throttled_at is not null;

-- 'asks': the SII wants something of the person before it lets them in; their clave is good.
alter table register_reading drop constraint register_reading_trouble_check;
alter table register_reading add constraint register_reading_trouble_check
  check (trouble in ('clave', 'portal', 'asks'));

-- Read as sums because single documents couldn't be had for trouble of the SII's: read again sooner.
alter table register_month add is_rough boolean not null default false;
