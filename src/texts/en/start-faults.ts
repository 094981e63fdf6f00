import type { startFaults as es } from '../es/start-faults.ts'
import type { Translation } from '../translation.ts'

export const startFaults: Translation<typeof es> = {
  databaseNewer: 'The database is of a newer version of Folio ({{detail}}). Update the code.',
  databaseOlder:
    'The database of DATABASE_URL is of an older version of Folio, which this one cannot read. To begin again, name an empty database.',
  databaseRefused: 'The database of DATABASE_URL refuses the connection: {{detail}}',
  databaseTooOld: 'Folio needs PostgreSQL 15 or later; that of DATABASE_URL is {{detail}}.',
  databaseUnreachable:
    'The database of DATABASE_URL cannot be reached: {{detail}}. Check that it is running.',
  dataFolderInUse:
    'Another Folio uses the folder {{detail}}. Stop it first, or choose another with FOLIO_DATA_DIR.',
  dataFolderOlder:
    'The data in the folder {{detail}} is of an older version of Folio, which this one cannot read. To begin again, move or delete that folder.',
  dataFolderUnwritable:
    'The data folder cannot be written: {{detail}}. Check its permissions or FOLIO_DATA_DIR.',
  diskFull: 'The disk is full. Free some space and try again.',
  embeddedFailed: 'The included database could not start: {{detail}}',
  embeddedUnavailable:
    'The included database does not run on this machine ({{detail}}). Name one in DATABASE_URL.',
  migrationChanged: 'Migration {{detail}} changed after it was applied. Bring the original back.',
  migrationFailed: 'The database could not be brought up to date: {{detail}}',
  portInUse: 'Port {{detail}} is taken. Choose another with PORT.',
  tenantsDatabaseDiffers:
    'DATABASE_URL and DATABASE_URL_API are not the same database. Correct one of the two addresses.',
  tenantsRoleWrong:
    'The user of DATABASE_URL_API ({{detail}}) must be folio_api, or a member of folio_api alone: so it sees one organisation’s data at a time.',
  simulatedSiiSilent:
    'The simulated SII of SII_BASE_URL ({{detail}}) does not answer. Start it with: npm run sii-simulator',
}
