/** What stands in the archive of a user's own data. */
export const ownData = {
  archive: 'folio-mis-datos-{{day}}.zip',
  readmeName: 'LEEME.txt',
  readme: `Todo lo que Folio guarda de {{email}}, al {{when}} (hora de Chile).

datos/       un archivo JSON por cada clase de dato: reglas, clientes, documentos, correos, registro de uso y lo demás.
documentos/  el PDF y el XML de cada documento emitido, por RUT del emisor, tal como los entregó el SII.

No incluye claves, contraseñas ni permisos de correo: se guardan selladas y no salen de Folio.
Tampoco incluye lo que otras personas guardan en Folio.
`,
  data: 'datos',
  documents: 'documentos',
  unnumbered: 'sin-numero',
} as const
