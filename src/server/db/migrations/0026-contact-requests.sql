-- The same message sent again under its key, after an answer that was lost, is kept once.
alter table contact_message add column request_digest bytea unique;
