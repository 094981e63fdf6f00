-- What becomes of a document's mail is to be seen on its page, too.
create function announce_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('folio_changes',
    json_build_object('organisation', new.organisation_id, 'document', new.document_id)::text);
  return null;
end $$;
create trigger delivery_announces_change after update on delivery
  for each row when ((new.state, new.reason) is distinct from (old.state, old.reason))
  execute function announce_delivery();
