-- Which holidays the stored issue days were last reckoned with.
create table calendar (
  only_one boolean primary key default true check (only_one),
  holidays_version text not null
);
insert into calendar (holidays_version) values ('0');
