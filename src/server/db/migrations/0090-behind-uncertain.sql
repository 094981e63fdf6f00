-- Those told that they wait for another of their person, to be told when that is over.
create index document_behind on document (organisation_id, id)
  where state = 'queued' and reason = 'behindUncertain';
