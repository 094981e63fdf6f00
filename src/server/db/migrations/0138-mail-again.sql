-- A mail that was sent is sent again at a person's wish: a sending of its own, with its own Message-ID and its own
-- ending, beside the first, which stays as it is. Each is followed by one at most.
alter table delivery add column nth smallint not null default 1 check (nth >= 1);
-- What became of the last is what became of the document's mail.
alter table delivery add column is_last boolean not null default true;
alter table delivery drop constraint delivery_organisation_id_document_id_purpose_key;
alter table delivery add unique (organisation_id, document_id, purpose, nth);
create unique index delivery_last on delivery (organisation_id, document_id, purpose) where is_last;
grant insert on delivery to folio_api;

-- As in 0121-nota-mails, but for a nota: of several sendings of its factura's mail, it goes to whom the last went
-- that arrived.
create or replace function hang_delivery_of(issued document, with_account boolean) returns void
language plpgsql security definer set search_path = public as $$
begin
  if issued.nota_of is null then
    insert into delivery (organisation_id, document_id, purpose, email_account_id, subject_template,
      body_template, recipients, next_try_at, created_at)
    select issued.organisation_id, issued.id, 'document',
      case when with_account then rule.email_account_id end, rule.email_subject_template,
      rule.email_body_template, coalesce(people.list, '[]'::jsonb), issued.updated_at, issued.updated_at
    from invoice_rule rule
    left join lateral (
      select jsonb_agg(jsonb_build_object('copy', chosen.copy,
        'name', trim(contact.first_name || ' ' || contact.last_name), 'address', contact.email)
        order by chosen.copy desc, contact.id) as list
      from rule_client_contact chosen
      join contact on contact.organisation_id = chosen.organisation_id and contact.id = chosen.contact_id
      where chosen.organisation_id = issued.organisation_id and chosen.rule_id = issued.rule_id
        and chosen.client_id = issued.client_id
    ) people on true
    where rule.organisation_id = issued.organisation_id and rule.id = issued.rule_id
      and rule.send_email_automatic
    on conflict (organisation_id, document_id, purpose, nth) do nothing;
  else
    insert into delivery (organisation_id, document_id, purpose, email_account_id, subject_template,
      body_template, recipients, next_try_at, created_at)
    select issued.organisation_id, issued.id, 'document',
      case when with_account then coalesce(mailed.email_account_id, rule.email_account_id) end, '', '',
      mailed.recipients, issued.updated_at, issued.updated_at
    from delivery mailed
    join document factura
      on factura.organisation_id = mailed.organisation_id and factura.id = mailed.document_id
    left join invoice_rule rule
      on rule.organisation_id = factura.organisation_id and rule.id = factura.rule_id
    where issued.nota_is_mailed and mailed.organisation_id = issued.organisation_id
      and mailed.document_id = issued.nota_of and mailed.purpose = 'document'
      and mailed.state not in ('failed', 'bounced')
    order by mailed.nth desc
    limit 1
    on conflict (organisation_id, document_id, purpose, nth) do nothing;
  end if;
end $$;

-- A first one comes with its document, which announces itself.
create trigger delivery_announces_sending after insert on delivery
  for each row when (new.nth > 1)
  execute function announce_delivery();
