import { OWN_DATA_PATH } from '#contract/own-data.ts'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { NotAuthenticated } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { requireIdentity } from '../users/identity.ts'
import { archiveOf } from './archive.ts'
import { ownerOf, type Db } from './owner.ts'

interface Needs {
  db: Db
  clock: Clock
  limits: Limits
}

/** Law 21.719, art. 9: whoever asks gets what is kept of them, in a shape that others can read. */
export function ownDataRoute(needs: Needs): BytesRoute {
  const { db, clock, limits } = needs
  return {
    path: OWN_DATA_PATH,
    async handle({ session, language }) {
      await requireIdentity(needs, session)
      await limits.consume('exportAccount', `user:${session.userId}`)
      const owner = await ownerOf(db, session)
      if (owner === null) throw new NotAuthenticated('userNotFound', 'user_not_found')
      const subject = `user:${session.userId}`
      await audit(db, clock, session, { kind: 'dataExported', subject })
      const archive = archiveOf(needs, owner, language)
      return { ...archive, mediaType: 'application/zip', download: true }
    },
  }
}
