-- Since when a rule rests: what its days were meanwhile is asked about when it goes on.
alter table invoice_rule add column paused_at timestamptz;
update invoice_rule set paused_at = updated_at where is_paused;
