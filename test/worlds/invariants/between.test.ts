import { expect, test } from 'vitest'
import type { PortalDocument } from '../portal.ts'
import { findAstray } from './between.ts'

const BILLING = {
  key: 'k',
  mark: 'm',
  organisationId: 1,
  person: 'p',
  company: 'c',
  recipient: 'r',
  totalClp: 0,
}
const AT_SII: PortalDocument = {
  kind: 'factura',
  company: 'c',
  recipient: 'r',
  mark: 'm',
  folio: 7,
  totalClp: 1_190,
  description: '',
  issueDay: '2026-11-30',
  storedAtMs: 0,
  listedFromMs: 0,
  isAnnulled: false,
}
const ROW = {
  key: 'k',
  state: 'issued',
  folio: 7,
  total_clp: 1_190,
  issue_day: '2026-11-30',
  issued_how: 'answered',
}

function astray(row: object | null, atSii: readonly PortalDocument[] = [AT_SII]) {
  return findAstray({
    cast: { billings: [BILLING] },
    portal: { documents: () => [...atSii] },
    database: { inspect: async () => (row === null ? [] : [{ ...ROW, ...row }]) },
  })
}

test.each<[string, object | null, readonly PortalDocument[]]>([
  ['issued with its number', {}, [AT_SII]],
  ['being found out', { state: 'uncertain', folio: null }, [AT_SII]],
  ['not sent yet', { state: 'queued', folio: null }, []],
  ['planned later', null, []],
])('a document %s is in order', async (_, row, atSii) => {
  expect(await astray(row, atSii)).toEqual([])
})

test.each<[string, object | null, readonly PortalDocument[], RegExp]>([
  ['queued again while it is there', { state: 'queued', folio: null }, [AT_SII], /with folio 7/],
  ['left out while it is there', { state: 'skipped', folio: null }, [AT_SII], /with folio 7/],
  ['with another number', { folio: 8 }, [AT_SII], /has folio 8 and 7/],
  ['with a number of nobody', {}, [], /a number of nobody/],
  ['over another amount', { total_clp: 1_000 }, [AT_SII], /over 1190/],
  ['of another day', { issue_day: '2026-12-01' }, [AT_SII], /of 2026-11-30/],
  ['that nobody planned', null, [AT_SII], /no document/],
])('a document %s is found', async (_, row, atSii, why) => {
  expect((await astray(row, atSii)).join()).toMatch(why)
})
