/** One line each, for the person who typed `npm start`. */
export const startFaults = {
  databaseNewer:
    'La base de datos es de una versión más nueva de Folio ({{detail}}). Actualiza el código.',
  databaseOlder:
    'La base de datos de DATABASE_URL es de una versión anterior de Folio, que esta no puede leer. Para empezar de nuevo, indica una base de datos vacía.',
  databaseRefused: 'La base de datos de DATABASE_URL no acepta la conexión: {{detail}}',
  databaseTooOld: 'Folio necesita PostgreSQL 15 o posterior; el de DATABASE_URL es {{detail}}.',
  databaseUnreachable:
    'No se pudo llegar a la base de datos de DATABASE_URL: {{detail}}. Revisa que esté encendida.',
  dataFolderInUse:
    'Otro Folio ya usa la carpeta {{detail}}. Detenlo primero, o elige otra con FOLIO_DATA_DIR.',
  dataFolderOlder:
    'Los datos de la carpeta {{detail}} son de una versión anterior de Folio, que esta no puede leer. Para empezar de nuevo, mueve o borra esa carpeta.',
  dataFolderUnwritable:
    'No se puede escribir en la carpeta de datos: {{detail}}. Revisa sus permisos o FOLIO_DATA_DIR.',
  diskFull: 'No queda espacio en el disco. Libera espacio y vuelve a intentarlo.',
  embeddedFailed: 'La base de datos incluida no pudo partir: {{detail}}',
  embeddedUnavailable:
    'La base de datos incluida no funciona en esta máquina ({{detail}}). Indica una en DATABASE_URL.',
  migrationChanged: 'La migración {{detail}} cambió después de aplicada. Recupera la original.',
  migrationFailed: 'No se pudo actualizar la base de datos: {{detail}}',
  portInUse: 'El puerto {{detail}} está ocupado. Elige otro con PORT.',
  tenantsDatabaseDiffers:
    'DATABASE_URL y DATABASE_URL_API no son la misma base de datos. Corrige la dirección de una de las dos.',
  tenantsRoleWrong:
    'El usuario de DATABASE_URL_API ({{detail}}) debe ser folio_api, o solo miembro de folio_api: así ve los datos de una sola organización a la vez.',
  simulatedSiiSilent:
    'El SII simulado de SII_BASE_URL ({{detail}}) no responde. Enciéndelo con: npm run sii-simulator',
}
