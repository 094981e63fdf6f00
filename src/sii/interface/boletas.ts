import type { Day, Month } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Withholder } from '#domain/retention.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, SendOutcome } from './answers.ts'

export interface Boletas {
  /** Steps 1–2. `boletasNotEnabled` when the person may not issue any. */
  issuer(): Promise<Answer<BoletaIssuer>>
  /** Null when the SII knows nobody by that RUT. Under which names it answers is guessed. */
  recipient(rut: Rut): Promise<Answer<BoletaRecipient | null>>
  /** Steps 1–3: the SII computes its retention; nothing is issued. */
  preview(content: BoletaContent): Promise<Answer<PreviewedBoleta>>
  /** Every boleta dated in that month, annulled ones too: whole or a failure. */
  issued(of: Month): Promise<Answer<IssuedBoleta[]>>
  received(of: Month): Promise<Answer<ReceivedBoleta[]>>
  pdf(barCode: string, side: 'issued' | 'received'): Promise<Answer<Uint8Array>>
  /** Up to the page that asks whether to go on; nothing is annulled. */
  prepareAnnulment(folio: number, cause: AnnulmentCause): Promise<Answer<PreparedAnnulment>>
}

export interface PreviewedBoleta {
  /** What the SII will issue. Its retention wins over the frozen one. */
  seen: {
    recipient: Rut
    grossClp: Clp
    retentionClp: Clp
    liquidoClp: Clp
    rateBasisPoints: number | null
  }
  /** The issuer's highest number before this one; null before the first. Read again, it tells what happened. */
  lastFolio: number | null
  /** Step 4, irreversible: as `SignedFactura.send`. */
  send(checkpoint: () => boolean): Promise<SendOutcome>
}

export interface PreparedAnnulment {
  folio: number
  /** What the page shows of it; null when it doesn't. */
  grossClp: Clp | null
  /** Irreversible: as `SignedFactura.send`. After `uncertain` the month's report tells. */
  send(checkpoint: () => boolean): Promise<AnnulmentOutcome>
}

export type AnnulmentOutcome =
  | { kind: 'annulled'; page: string }
  | Exclude<SendOutcome, { kind: 'issued' }>

/** As the form asks: 1 not paid, 2 service not given, 3 typing error. */
export type AnnulmentCause = 1 | 2 | 3

export interface BoletaIssuer {
  name: string
  activity: string
  /** `text` is empty where the form shows none. */
  addresses: { id: string; text: string }[]
  lastFolio: number | null
  rateBasisPoints: number | null
}

export interface BoletaRecipient {
  name: string
  street: string
  /** The SII's number; null when it isn't told as one. */
  communeCode: number | null
  commune: string
}

export interface IssuedBoleta {
  folio: number
  issueDate: Day
  /** Null for a boleta without recipient. */
  recipient: Rut | null
  recipientName: string
  grossClp: Clp
  withholder: Withholder
  retentionClp: Clp
  liquidoClp: Clp
  annulled: { on: Day | null } | null
  barCode: string
}

export interface ReceivedBoleta {
  folio: number
  issueDate: Day
  issuer: Rut
  issuerName: string
  grossClp: Clp
  /** What the recipient withholds; zero when the issuer pays its tax. */
  retentionClp: Clp
  liquidoClp: Clp
  annulled: { on: Day | null } | null
  barCode: string
}
