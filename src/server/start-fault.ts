/**
 * A reason why Folio cannot start that the person at the terminal can mend. `main.ts` prints the
 * Spanish line for its code and exits with 1; anything else that is thrown is a defect of ours.
 */
export class StartFault extends Error {
  readonly code: StartFaultCode
  readonly detail: string

  constructor(code: StartFaultCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.name = 'StartFault'
    this.code = code
    this.detail = detail
  }
}

export type StartFaultCode =
  | 'databaseNewer'
  | 'databaseOlder'
  | 'databaseRefused'
  | 'databaseTooOld'
  | 'databaseUnreachable'
  | 'dataFolderInUse'
  | 'dataFolderOlder'
  | 'dataFolderUnwritable'
  | 'diskFull'
  | 'embeddedFailed'
  | 'embeddedUnavailable'
  | 'migrationChanged'
  | 'migrationFailed'
  | 'portInUse'
  | 'simulatedSiiSilent'
  | 'tenantsDatabaseDiffers'
  | 'tenantsRoleWrong'

/** Turns the operating system's word about files and ports into one of ours; others pass through. */
export function asStartFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = faultOfErrno.get(String(error.code))
  if (code === undefined) return error
  const port = 'port' in error ? String(error.port) : undefined
  return new StartFault(code, port ?? error.message)
}

const faultOfErrno = new Map<string, StartFaultCode>([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EACCES', 'dataFolderUnwritable'],
  ['EPERM', 'dataFolderUnwritable'],
  ['EROFS', 'dataFolderUnwritable'],
  ['ENOTDIR', 'dataFolderUnwritable'],
  ['EADDRINUSE', 'portInUse'],
])
