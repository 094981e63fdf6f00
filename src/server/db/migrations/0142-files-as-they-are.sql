-- A PDF is compressed already: to try it again takes the processor long and saves nothing.
alter table document_file alter column bytes set storage external;
