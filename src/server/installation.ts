import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from './clock.ts'
import type { Schema } from './db/schema.ts'
import type { Handlers } from './http/handler.ts'

export type DemoLogin = { email: string; password: string; name: string; story: string }

export type Installation = {
  demonstration: boolean
  demoLogins: DemoLogin[]
  mailboxUrl: string | null
}

export type InstallationNeeds = { db: Kysely<Schema>; clock: Clock; installation: Installation }

/** What the browser must know before anybody signs in, above all whether this is real. */
export function installationRoutes(needs: InstallationNeeds): Pick<Handlers, 'readInstallation'> {
  return {
    async readInstallation() {
      const { demonstration, demoLogins, mailboxUrl } = needs.installation
      const today = dayInChile(needs.clock.now())
      return {
        demonstration,
        demo_logins: demoLogins,
        mailbox_url: mailboxUrl,
        today,
        uf: (await ufOf(needs.db, today)) ?? null,
      }
    },
  }
}

/** Today's UF; never another day's in its place. */
export function ufOf(db: Kysely<Schema>, day: string) {
  return db
    .selectFrom('uf_value')
    .select(['day', 'value'])
    .where('day', '=', day)
    .executeTakeFirst()
}
