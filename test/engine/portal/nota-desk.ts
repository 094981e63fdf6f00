import type { Day } from '#domain/day.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import { ANA, ASESORIAS, at, CLINICA, dayOf, enter, openDesk } from '../../contract/sii/desk.ts'

/** What somebody made by hand at the portal today. */
export interface Made {
  folio: number
  issueDate: Day
}

type Code = 1 | 2 | 3

export interface NotaDesk {
  /** Of Ana's company, to the clinic. */
  makeFactura(unitClp: number): Made
  makeNota(about: Made, code: Code, unitClp: number): Made
  nextDay(): void
  /** Each XML that is read is what `read` makes of it, which need not ask the portal. */
  ask<T>(work: (portal: CompanyPortal) => Promise<T>, read?: ReadXml): Promise<T>
  /** Of the notas whose XML was asked for. */
  foliosRead(): number[]
  close(): Promise<void>
}

export type ReadXml = (text: string, folio: number) => Answer<string>

/** Ana's company at the simulated SII, where facturas to the clinic are taken back by notas made by hand. */
export async function openNotaDesk(): Promise<NotaDesk> {
  const desk = await openDesk()
  const { admin } = desk.simulator
  const sii = desk.newDirectSii()
  const foliosRead: number[] = []

  function make(unitClp: number, takesBack?: Made & { code: Code }): Made {
    const { folio, issueDay } = admin.issueByHand({
      issuerRut: ASESORIAS,
      sentByRut: ANA.rut,
      receiverRut: CLINICA,
      lines: [{ name: 'A mano', description: '', quantity: 1, unitClp }],
      ...(takesBack === undefined ? {} : { takesBack }),
    })
    return { folio, issueDate: dayOf(issueDay) }
  }

  async function xml(
    portal: CompanyPortal,
    asked: Parameters<CompanyPortal['xml']>[0],
    read: ReadXml,
  ) {
    foliosRead.push(asked.folio)
    const answer = await portal.xml(asked)
    if (answer.kind !== 'ok') return answer
    const said = read(Buffer.from(answer.value).toString('latin1'), asked.folio)
    if (said.kind !== 'ok') return said
    return { kind: 'ok' as const, value: Uint8Array.from(Buffer.from(said.value, 'latin1')) }
  }

  return {
    makeFactura: (unitClp) => make(unitClp),
    makeNota: (about, code, unitClp) => make(unitClp, { ...about, code }),
    nextDay: () => desk.advance(24 * 60 * 60_000),
    ask: async (work, read = asItIs) =>
      at(await enter(desk, ANA, sii), ASESORIAS, (portal) =>
        work({ ...portal, xml: (asked) => xml(portal, asked, read) }),
      ),
    foliosRead: () => foliosRead,
    close: () => desk.simulator.close(),
  }
}

function asItIs(text: string): Answer<string> {
  return { kind: 'ok', value: text }
}

/** With that part of each XML changed, which must be there. */
export function changed(from: RegExp, to: string): ReadXml {
  return (text) => {
    if (!from.test(text)) throw new Error(`No ${from.source} in ${text}`)
    return { kind: 'ok', value: text.replace(from, to) }
  }
}

/** The parts by which the XML of a nota tells what it is about: each changed makes it another's. */
export const ABOUT_ANOTHER: readonly [string, ReadXml][] = [
  ['with another number of its own', changed(/<Folio>\d+</, '<Folio>9876<')],
  ['to another client', changed(/<RUTRecep>[^<]+</, '<RUTRecep>90909090-3<')],
  ['about another type of document', changed(/<TpoDocRef>33</, '<TpoDocRef>34<')],
  ['about another number', changed(/<FolioRef>\d+</, '<FolioRef>9876<')],
  ['about another day', changed(/<FchRef>[^<]+</, '<FchRef>2026-11-01<')],
]
