import { monthOf } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { ZERO_CLP } from '#domain/money.ts'
import type { Answer, Boletas, IssuedBoleta, PreviewedBoleta } from '#sii/sii.ts'
import { differenceOf } from './preview-difference.ts'
import type { About, AsListed, Desk, Listed, Prepared } from './adapter.ts'

/** A boleta de honorarios of the person who signed in: it needs neither company nor certificate. */
export function boletaDesk(boletas: Boletas, content: BoletaContent): Desk {
  return {
    list: (about) => listOf(boletas, about),
    find: async (folio, about) => {
      const listed = await listOf(boletas, about)
      if (listed.kind !== 'ok') return listed
      const found = listed.value.find(
        (row) => row.folio === folio && row.recipient === about.recipient,
      )
      return { kind: 'ok', value: found ?? null }
    },
    rival: async () => ({ kind: 'ok', value: null }),
    // The list itself says which are annulled.
    takenBack: async () => ({ kind: 'ok', value: new Map() }),
    asListed: async (row) => ({ kind: 'ok', value: asListed(row, content) }),
    prepare: () => prepare(boletas, content),
    download: async (barCode) => {
      const pdf = await boletas.pdf(barCode, 'issued')
      return pdf.kind === 'ok' ? { kind: 'ok', value: { pdf: pdf.value, xml: null } } : pdf
    },
  }
}

/** The whole month, annulled ones too: a boleta annulled by hand was issued all the same. */
async function listOf(boletas: Boletas, { issueDate }: About): Promise<Answer<Listed[]>> {
  const month = await boletas.issued(monthOf(issueDate))
  return month.kind === 'ok' ? { kind: 'ok', value: month.value.map(listedOf) } : month
}

/** The list tells its day and its gross; what its lines say is in the PDF alone. */
function asListed(row: Listed, content: BoletaContent): AsListed | null {
  if (row.isAnnulled || row.totalClp !== content.grossClp) return null
  const { issueDate } = row
  const isSame = issueDate === content.issueDate
  const differences = isSame ? '' : `issueDate: ${content.issueDate} ≠ ${issueDate}`
  return { content: { ...content, issueDate }, differences }
}

function listedOf({ folio, barCode, recipient, issueDate, grossClp, ...of }: IssuedBoleta): Listed {
  const code = barCode === '' ? null : barCode
  const isAnnulled = of.annulled !== null
  return { folio, code, recipient, issueDate, totalClp: grossClp, isAnnulled }
}

async function prepare(boletas: Boletas, content: BoletaContent): Promise<Answer<Prepared>> {
  const preview = await boletas.preview(content)
  if (preview.kind !== 'ok') return preview
  const { seen, lastFolio, send } = preview.value
  const differs = boletaDifference(content, seen)
  if (differs !== null) return { kind: 'ok', value: differs }
  const ready = { kind: 'ready', signedFolio: null, highestFolio: lastFolio ?? 0 } as const
  return { kind: 'ok', value: { ...ready, send } }
}

export type SeenBoleta = PreviewedBoleta['seen']

/** What the SII understood differently from what was frozen; null when all agrees. */
export function boletaDifference(content: BoletaContent, seen: SeenBoleta) {
  const text = differenceOf([
    ['RUT', content.recipient.rut, seen.recipient],
    ['bruto', content.grossClp, seen.grossClp],
  ])
  if (text !== null) {
    return { kind: 'differs', reason: 'previewDiffers', siiRetentionClp: null, text } as const
  }
  // The SII's own retention wins, and the user sees it before anything is issued. Whether the form shows
  // any where the issuer pays it is unknown: none is no other figure.
  const isIssuers = content.withholder === 'issuer' && seen.retentionClp === ZERO_CLP
  const retention = isIssuers
    ? null
    : differenceOf([['Monto_Retencion', content.retentionClp, seen.retentionClp]])
  if (retention === null) return null
  const siiRetentionClp = seen.retentionClp
  return { kind: 'differs', reason: 'retentionDiffers', siiRetentionClp, text: retention } as const
}
