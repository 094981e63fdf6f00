-- It goes and begins anew with the table whose epochs it draws.
alter sequence portal_epoch owned by portal_person.epoch;
