-- absent: the user erased it; the facturator stays because documents or rules hang on it.
alter table facturator drop constraint facturator_clave_state_check;
alter table facturator add constraint facturator_clave_state_check
  check (clave_state in ('valid', 'rejected', 'absent'));
