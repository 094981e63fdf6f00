-- Mailer ------------------------------------------------------------------------------------------------

alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'accountClosed',
    'newSignIn', 'contactReceived', 'contactMessage', 'monthlyValues', 'checkFailed', 'documentUncertain',
    'mailboxDisconnected', 'issuedToday', 'weeklyDigest', 'emailConfirm', 'emailChanged', 'emailUndone',
    'attention')) not valid;

-- The intent to hand it to the mail server, of a mail that leaves at most once. One that has it and no ending may have
-- left, and is not sent again.
alter table system_mail add column begun_at timestamptz;

-- What waits for a person in an organisation, from when, and which mail told it (docs/decisions/0015).
create table attention_item (
  organisation_id bigint not null references organisation on delete cascade,
  -- A digest of what it is about: the same matter has the same one.
  key text not null,
  first_seen_at timestamptz not null,
  -- Those of one mail have the same instant. Null: nobody was written to yet.
  mailed_at timestamptz,
  -- When it was no longer asked for; a matter that comes back a day later is another one.
  gone_at timestamptz,
  primary key (organisation_id, key)
);
-- Of workers alone.
alter table attention_item enable row level security;
create policy own on attention_item to folio_api using (organisation_id = reachable_organisation());
create index attention_item_open on attention_item (organisation_id) where gone_at is null;
create index attention_item_gone on attention_item (gone_at) where gone_at is not null;

-- Whoever looks at what an organisation is asked locks its row, so that two of them write one mail.
create table attention_look (
  organisation_id bigint primary key references organisation on delete cascade,
  looked_at timestamptz not null
);
alter table attention_look enable row level security;
create policy own on attention_look to folio_api using (organisation_id = reachable_organisation());

-- Documents ---------------------------------------------------------------------------------------------

-- Which organisations have a document that asks for somebody, or stands still.
create index document_asking on document (organisation_id, id) where state in ('failed', 'needs_data')
  or (reason is not null and state in ('planned', 'waiting', 'queued', 'uncertain', 'issued'));

-- Deliveries --------------------------------------------------------------------------------------------

-- Which organisations have a mail that nothing sends any more unless somebody says so.
create index delivery_asking on delivery (organisation_id) where is_last and next_try_at is null and left_at is null
  and (state in ('bounced', 'failed', 'unknown') or (state = 'queued' and email_account_id is null));
