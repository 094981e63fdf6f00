-- Tries counted by rate-limiter-flexible, in its own shape. Unlogged: a crash may forget them.
create schema limits;
create unlogged table limits.tries (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
