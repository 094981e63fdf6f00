-- Since when the stored session could not be closed at the SII, so that it is given up after a while, whoever asks for it.
alter table portal_person add column session_closing_since timestamptz;
