-- Whoever watches is told what changed to see. When a document is looked at again is nothing to see, and each
-- notice waits for all others when its transaction commits.
drop trigger document_announces on document;
create trigger document_announces after insert on document
  for each row execute function announce_document();
create trigger document_announces_change after update on document
  for each row when (new.updated_at is distinct from old.updated_at)
  execute function announce_document();
