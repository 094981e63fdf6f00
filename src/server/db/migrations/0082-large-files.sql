-- Large files need one more right at Microsoft: asked for only by who wants to send such ones.
alter table oauth_attempt add column large_files boolean not null default false;
