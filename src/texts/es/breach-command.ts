/** What the operator reads who lists the accounts that a breach reached. */
export const breachCommand = {
  usage: `npm run breach -- all                       todas las cuentas
npm run breach -- sessions DESDE HASTA      con una sesión abierta o usada entonces
npm run breach -- claves DESDE HASTA        cuya clave del SII o del certificado se abrió entonces
npm run breach -- documents DESDE HASTA     con documentos emitidos o enviados entonces
npm run breach -- mailboxes DESDE HASTA     con un correo conectado antes de HASTA
npm run breach -- exports DESDE HASTA       cuya información completa se descargó entonces

DESDE y HASTA en UTC, como 2026-12-01T03:00:00Z. Escribe una lista CSV: guárdala con > afectados.csv`,
  noDatabase: 'Falta DATABASE_URL: la base de datos de la instalación.',
  badPeriod: 'DESDE y HASTA deben ser instantes en UTC, en orden, como 2026-12-01T03:00:00Z.',
  columns:
    'correo,idioma,organización,claves del SII,correos conectados,clientes,contactos,documentos',
  found: 'Cuentas afectadas: {{count}}.',
  closed:
    'Además hay {{count}} cuentas cerradas con documentos guardados. De ellas no se conserva ningún correo.',
} as const
