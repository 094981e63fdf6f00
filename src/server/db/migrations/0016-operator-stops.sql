-- The API shows whether the operator's stop holds a document, in the same statement that reads the document. The
-- tables themselves stay closed to it: of a person nothing else can be learned here.
create function is_stopped_by_operator(person text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from operator_switch where stopped_at is not null)
    or exists (select from portal_person where person_rut = person and stopped_at is not null)
$$;
revoke execute on function is_stopped_by_operator(text) from public;
grant execute on function is_stopped_by_operator(text) to folio_api;
