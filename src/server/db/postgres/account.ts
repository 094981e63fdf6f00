import { execFileSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

/** The operating-system account that PostgreSQL runs as; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the owner of an existing
 * cluster, else `postgres`, else `nobody`.
 */
export function postgresAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return accountOf('postgres') ?? accountOf('nobody') ?? { uid: 65534, gid: 65534 }
}

export function giveTo(account: Account, path: string): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

function accountOf(name: string): Account {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
