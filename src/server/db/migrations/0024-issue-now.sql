-- A user who issues a month now makes its occurrence, as planning would on its day.
grant insert on occurrence to folio_api;
