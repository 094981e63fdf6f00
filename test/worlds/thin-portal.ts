import { rut } from '#domain/rut.ts'
import { createAuthority } from './authority.ts'
import type { Notary } from './notary.ts'
import type { PortalMaker } from './portal.ts'
import { createStandIn } from './stand-in.ts'

/** Up to well beyond the hour after which nothing found twice is put to a person. */
const SLOW_LIST_MS = { least: 5 * 60_000, most: 100 * 60_000 }

/** The thin SII as a world needs it. */
export function thinPortals(notary: Notary): PortalMaker {
  return ({ stage, chance, story }) => {
    const { cast } = story
    let tokens = 0
    const authority = createAuthority({
      now: () => stage.now(),
      later: (delayMs, label, act) => stage.later(delayMs, label, act),
      delayMs: (least, most) => chance.between(least, most),
      newToken: () => {
        tokens += 1
        return `session-${tokens}`
      },
    })
    for (const person of cast.people) authority.setClave(person.rut, person.clave)
    const listed = (company: string) => authority.listed(company)
    return {
      keys: notary.keys,
      siiFor: (worker, network) =>
        createStandIn({
          authority,
          network,
          worker,
          passwordOf: (person) =>
            cast.people.find((one) => one.rut === person)?.certificatePassword ?? null,
          xmlOf: ({ folio, content }) =>
            story.hasGenuineXml && content !== null
              ? notary.xmlOf(content, folio)
              : Buffer.from('<DTE></DTE>'),
        }),
      documents: () => [...authority.documents],
      sends: () => [...authority.sends],
      logins: () =>
        authority.logins.map(({ person, atMs, kind }) => ({
          person,
          atMs,
          isRefused: kind === 'invalidCredentials' || kind === 'accountBlocked',
        })),
      tokenOf: (company, folio) => authority.tokenOf(company, folio),
      isOpen: (token) => authority.isOpen(token),
      listed,
      issueByHand: ({ company, recipient, issueDate, totalClp }) =>
        authority.issueByHand({ company, recipient: rut(recipient), issueDate, totalClp }),
      expireSessions: (person) => authority.expire(person),
      setMood: (mood) => {
        authority.temper.refusesSignature = mood === 'refusesSignature'
        authority.temper.changesPreview = mood === 'changesPreview'
        authority.temper.underMaintenance = mood === 'maintenance'
        authority.temper.hasNoPdf = mood === 'noPdf'
        authority.temper.listLagMs =
          mood === 'slowList' ? chance.between(SLOW_LIST_MS.least, SLOW_LIST_MS.most) : 0
      },
    }
  }
}
