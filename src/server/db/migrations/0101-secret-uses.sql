-- The uses of a clave are found at once among everything else that is on record.
create index audit_event_secret_use on audit_event (organisation_id, id)
  where kind = 'secretOpened' and data ->> 'kind' in ('clave', 'certificatePassword');
