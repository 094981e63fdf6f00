-- A nota de crédito is mailed to whom its factura was, from the same mailbox, with a text of its own, unless
-- whoever ordered it said no. A factura whose mail never arrived has nobody who waits for its nota.
alter table document add column nota_is_mailed boolean not null default true;

-- What a rule made hangs its rule's mail; a nota, which no rule makes, its factura's. In PL/pgSQL, where each
-- connection plans it once: a function in SQL that writes is planned anew at every call, which took longer than all
-- else of writing down that a document is issued.
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
    on conflict (organisation_id, document_id, purpose) do nothing;
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
    on conflict (organisation_id, document_id, purpose) do nothing;
  end if;
end $$;
drop trigger document_hangs_delivery on document;
create trigger document_hangs_delivery after update of state on document
  for each row when (new.state = 'issued' and old.state <> 'issued'
    and (new.rule_id is not null or new.nota_of is not null))
  execute function hang_delivery();
