-- Any document may turn out to have been made at the portal by hand, not only a nota de crédito.
alter table document drop constraint document_check6;

-- Documents that wait for another organisation's, which they could be taken for, released when that one is settled.
create index document_behind_alike on document (organisation_id, id)
  where state = 'queued' and reason = 'alikeInDoubt';

-- When the nightly sweep and the daily refresh were last tried, and how often in vain since their last success: a
-- connection that fails waits longer each time and keeps no other from its turn.
alter table facturator
  add column sweep_tried_at timestamptz,
  add column sweep_tries smallint not null default 0,
  add column refresh_tried_at timestamptz,
  add column refresh_tries smallint not null default 0;
