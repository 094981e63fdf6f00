-- CodRef 2 corrects what a factura says: a nota of nothing, which changes no total.
alter table document drop constraint document_nota_code_check;
alter table document add constraint document_nota_code_check check (nota_code in (1, 2, 3));
