import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { quantity } from '#domain/uf.ts'
import type { NotaReference, SendOutcome } from '#sii/sii.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import type { Desk } from './desk.ts'
import {
  ASEO,
  at,
  CLINICA,
  enter,
  factura,
  issue,
  line,
  openDesk,
  RODRIGO,
  valueOf,
} from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

describe('the list of received documents', () => {
  test('is whole, has its suppliers, and their PDFs', async () => {
    const session = await enter(desk)
    const [rows, pdf] = await at(session, ASEO, async (portal) => {
      const received = valueOf(await portal.receivedDocuments({}))
      const [first] = received
      return [received, await portal.receivedPdf(first?.code ?? '')] as const
    })
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.issuer).not.toBe(ASEO)
      expect(row.tipoDte).not.toBeNull()
      expect(row.totalClp).toBeGreaterThan(0)
    }
    expect(Buffer.from(valueOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is filtered by supplier, type, folio and days', async () => {
    const session = await enter(desk)
    await at(session, ASEO, async (portal) => {
      const all = valueOf(await portal.receivedDocuments({}))
      const [wanted] = all
      if (wanted === undefined) throw new Error('Nothing received')
      const { issuer, folio, issueDate, tipoDte } = wanted
      const filter = { issuer, folio, from: issueDate, to: issueDate, tipoDte: tipoDte ?? 33 }
      expect(valueOf(await portal.receivedDocuments(filter))).toEqual([wanted])
      expect(valueOf(await portal.receivedDocuments({ folio: 99_999_999 }))).toEqual([])
    })
  })

  test('is never empty on an error page', async () => {
    desk.simulator.admin.scenarios.set({ name: 'received-list-error' })
    const session = await enter(desk)
    const answer = await at(session, ASEO, (portal) => portal.receivedDocuments({}))
    expect(answer.kind).toBe('unavailable')
  })
})

describe('the state of a document', () => {
  async function statusOf(state: string | null) {
    const session = await enter(desk)
    const { sent } = await issue(session, factura())
    if (sent?.kind !== 'issued') throw new Error(JSON.stringify(sent))
    if (state !== null) desk.simulator.admin.setDocumentState(sent.code ?? '', state)
    const document = { tipoDte: 33, folio: sent.folio, issueDate: desk.today }
    return at(session, ASEO, (portal) => portal.documentStatus(document))
  }

  const states: [string | null, string, string][] = [
    [null, 'EMI', 'none'],
    ['RAC', 'RAC', 'accepted'],
    ['RRH', 'RRH', 'claimed'],
    ['RAL', 'RAL', 'accepted'],
  ]
  test.each(states)('%s is told with the receiver’s reaction', async (state, code, reaction) => {
    expect(valueOf(await statusOf(state))).toMatchObject({
      row: { folio: 4 },
      stateCode: code,
      reaction: { kind: reaction },
    })
  })

  test('stands although the register can’t be read', async () => {
    desk.simulator.admin.scenarios.set({ name: 'register-token' })
    expect(valueOf(await statusOf(null))).toMatchObject({
      stateCode: 'EMI',
      reaction: { kind: 'unknown' },
    })
  })

  test('is null for a document the list hasn’t got', async () => {
    const session = await enter(desk)
    const missing = { tipoDte: 33, folio: 9999, issueDate: desk.today }
    expect(valueOf(await at(session, ASEO, (portal) => portal.documentStatus(missing)))).toBeNull()
  })
})

describe('the preview’s PDF', () => {
  test('comes before anything is signed', async () => {
    const session = await enter(desk)
    const pdf = await at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewFactura(factura()))
      return preview.pdf()
    })
    expect(Buffer.from(valueOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(desk.simulator.admin.sends()).toEqual([])
  })
})

describe('drafts', () => {
  test('are saved, listed, changed and deleted, and nothing is issued', async () => {
    const session = await enter(desk)
    const before = desk.simulator.admin.ledger().length
    await at(session, ASEO, async (portal) => {
      expect(valueOf(await portal.drafts())).toEqual([])
      expect(await portal.saveDraft(factura(), null)).toEqual({ kind: 'ok', value: null })
      const [draft] = valueOf(await portal.drafts())
      if (draft === undefined) throw new Error('No draft')
      expect(draft).toMatchObject({
        tipoDte: 33,
        recipient: CLINICA,
        recipientName: 'CLÍNICA DENTAL SONRISAS LIMITADA',
        totalClp: 357_000,
        savedOn: desk.today,
      })
      const other = factura({}, [line({ amountClp: clp(150_000), quantity: quantity('1') })])
      expect(await portal.saveDraft(other, draft.id)).toEqual({ kind: 'ok', value: null })
      const changed = valueOf(await portal.drafts())
      expect(changed).toMatchObject([{ id: draft.id, totalClp: 178_500 }])
      expect(await portal.deleteDraft(draft.id)).toEqual({ kind: 'ok', value: null })
      expect(valueOf(await portal.drafts())).toEqual([])
    })
    expect(desk.simulator.admin.ledger()).toHaveLength(before)
  })

  test('refused are told in the words of the portal', async () => {
    desk.simulator.admin.scenarios.set({ name: 'maintenance' })
    const session = desk.sii.resume({ person: RODRIGO.rut, cookies: '[]' })
    const answer = await session.withCompany(ASEO, (portal) => portal.drafts())
    expect(answer.kind).toBe('unavailable')
  })

  test.each(variantChoices.facadeSessionLost.map((facadeSessionLost) => ({ facadeSessionLost })))(
    'of an ended session say so: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const session = await enter(desk)
      const answer = await at(session, ASEO, async (portal) => {
        desk.simulator.admin.expireSessions()
        return portal.drafts()
      })
      expect(answer).toEqual({ kind: 'sessionExpired' })
    },
  )
})

describe('a nota de crédito', () => {
  const reference = (folio: number): NotaReference => ({
    tipoDte: 33,
    folio,
    issueDate: desk.today,
    code: 1,
    reason: 'Anula factura emitida por error',
  })

  async function nota(content: FacturaContent, about: NotaReference): Promise<SendOutcome | null> {
    const session = await enter(desk)
    return at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewNota(content, about))
      expect(preview.seen).toMatchObject({ tipoDte: 61, recipient: CLINICA, totalClp: 357_000 })
      const signed = valueOf(await preview.sign(RODRIGO.password))
      return signed.send(() => true)
    })
  }

  test('is previewed, signed and sent by the factura’s own chain', async () => {
    const first = await issue(await enter(desk), factura())
    const folio = first.sent?.kind === 'issued' ? first.sent.folio : 0
    desk.advance(200_000)
    expect(await nota(factura(), reference(folio))).toMatchObject({ kind: 'issued' })
    const stored = desk.simulator.admin.ledger().find(({ tipoDte }) => tipoDte === 61)
    expect(stored?.xml).toContain('<TpoDocRef>33</TpoDocRef>')
    expect(stored?.xml).toContain(`<FolioRef>${folio}</FolioRef>`)
    expect(stored?.xml).toContain('<CodRef>1</CodRef>')
    expect(stored?.xml).toContain('Anula factura emitida por error')
  })

  test('for another company is never started', async () => {
    const session = await enter(desk)
    const other = factura({ issuer: { ...factura().issuer, rut: CLINICA } })
    await expect(
      at(session, ASEO, (portal) => portal.previewNota(other, reference(1))),
    ).rejects.toThrow(/another company/)
  })
})
