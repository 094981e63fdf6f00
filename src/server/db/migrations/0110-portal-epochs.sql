-- A person's row goes when nobody here names them any more: who comes back may not begin at an epoch that
-- somebody still holds, so that all of them are drawn from one sequence, which belongs to the table.
create sequence portal_epoch owned by portal_person.epoch;
select setval('portal_epoch', (select coalesce(max(epoch), 0) + 1 from portal_person));
