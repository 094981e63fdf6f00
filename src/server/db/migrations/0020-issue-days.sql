-- "Este mes" asks for the documents that carry a date of these months.
create index document_issue_day on document (organisation_id, issue_day);
