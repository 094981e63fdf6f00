import type { FacturaContent } from '#domain/document.ts'
import type { Answer, CompanyPortal, IssuedRow } from '#sii/sii.ts'
import { instantText } from '../clock.ts'
import { holds, type Lease } from '../facturators/lease.ts'
import { withPortalSession } from '../facturators/portal.ts'
import { patiently } from '../patiently.ts'
import {
  certificatePassword,
  markCertificatePassword,
} from '../facturators/certificate-password.ts'
import { recordIssued, recordOutcome } from './outcome.ts'
import {
  claimedFolios,
  listFilter,
  loadForPortal,
  recordSetback,
  setbackOf,
  TIPO_DTE_FACTURA,
  type PortalDocument,
  type PortalStepNeeds,
  type Setback,
} from './portal-step.ts'
import { lockDocument, record } from './trail.ts'

/**
 * One try at issuing a queued document, the protocol from top to bottom: look whether it is there
 * already, preview and compare, sign, commit the intent, send once, record what came back. Until the
 * intent is committed everything may be tried again; after it nothing is ever sent again before looking.
 */
export async function issueDocument(
  needs: PortalStepNeeds,
  lease: Lease,
  at: { organisationId: number; id: number },
): Promise<void> {
  const document = await loadForPortal(needs.db, at)
  if (document?.row.state !== 'queued') return
  const password = await certificatePassword(needs, document.user)
  if (password.kind !== 'ok') {
    const setback = { kind: 'hold', reason: password.kind, text: null } as const
    await recordSetback(needs, actorOf(lease), document, setback)
    return
  }
  const answer = await withPortalSession(needs, lease, document.user, (session) =>
    session.withCompany(document.company, (portal) =>
      attempt(needs, lease, document, portal, password.value),
    ),
  )
  if (answer.kind !== 'ok') {
    if (answer.kind === 'certificatePasswordRejected') {
      await patiently(needs.clock, () =>
        markCertificatePassword(needs.db, document.user, 'rejected'),
      )
    }
    await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
  } else if (answer.value !== null) {
    await recordSetback(needs, actorOf(lease), document, answer.value)
  }
}

export function actorOf(lease: Lease): { worker: string; epoch: number } {
  return { worker: lease.worker, epoch: lease.epoch }
}

/** Ends with `ok` from the intent on, so that nothing above runs it again. */
async function attempt(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  portal: CompanyPortal,
  password: string,
): Promise<Answer<Setback | null>> {
  const { content } = document
  const listed = await portal.issuedDocuments(listFilter(content))
  if (listed.kind !== 'ok') return listed
  const earlier = await issuedByEarlierTry(needs, document, portal)
  if (earlier.kind !== 'ok') return earlier
  if (earlier.value !== null) {
    const { folio, code } = earlier.value
    const fact = { folio, code, how: 'reconciled' } as const
    await recordIssued(needs, actorOf(lease), document, fact)
    return { kind: 'ok', value: null }
  }
  const highestFolio = Math.max(0, ...listed.value.map(({ folio }) => folio))

  await needs.boundary('beforePreview')
  const preview = await portal.previewFactura(content)
  if (preview.kind !== 'ok') return preview
  const difference = differenceOf(preview.value.seen, content)
  if (difference !== null) {
    return { kind: 'ok', value: { kind: 'fail', reason: 'previewDiffers', text: difference } }
  }
  await needs.boundary('beforeSign')
  const signed = await preview.value.sign(password)
  if (signed.kind !== 'ok') return signed
  await markCertificatePassword(needs.db, document.user, 'verified')

  await needs.boundary('beforeIntent')
  const intent = await commitIntent(needs, lease, document, {
    highestFolio,
    signedFolio: signed.value.folio,
  })
  if (intent === null) return { kind: 'ok', value: null }
  await needs.boundary('afterIntent')
  const outcome = await signed.value.send(() => lease.outlives(needs.timing.sendLimitMs))
  await needs.boundary('afterSend')
  await patiently(needs.clock, () =>
    recordOutcome(needs, actorOf(lease), document, intent, outcome),
  )
  return { kind: 'ok', value: null }
}

/**
 * A document tried before and taken for absent or refused may be there after all. It is asked for by the
 * number each try was signed with, whatever it said: since then it may have been frozen anew.
 */
async function issuedByEarlierTry(
  { db }: PortalStepNeeds,
  document: PortalDocument,
  portal: CompanyPortal,
): Promise<Answer<IssuedRow | null>> {
  const tries = await db
    .selectFrom('attempt')
    .select('signed_folio')
    .distinct()
    .where('organisation_id', '=', document.row.organisation_id)
    .where('document_id', '=', document.row.id)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'notSent')]))
    .execute()
  const folios = tries.map(({ signed_folio }) => signed_folio)
  const claimed = await claimedFolios(db, document, folios)
  for (const folio of folios.filter((each) => !claimed.has(each))) {
    const listed = await portal.issuedDocuments({ tipoDte: TIPO_DTE_FACTURA, folio })
    if (listed.kind !== 'ok') return listed
    const found = listed.value.find(
      (row) => row.folio === folio && row.recipient === document.content.recipient.rut,
    )
    if (found !== undefined) return { kind: 'ok', value: found }
  }
  return { kind: 'ok', value: null }
}

/** What the SII understood differently, for the user to read; null when all agrees. */
function differenceOf(
  seen: {
    tipoDte: number
    recipient: string
    issueDate: string | null
    netoClp: number
    ivaClp: number
    totalClp: number
  },
  content: FacturaContent,
): string | null {
  const pairs = [
    ['tipo', TIPO_DTE_FACTURA, seen.tipoDte],
    ['RUT', content.recipient.rut, seen.recipient],
    ['fecha', content.issueDate, seen.issueDate ?? content.issueDate],
    ['neto', content.netoClp, seen.netoClp],
    ['IVA', content.ivaClp, seen.ivaClp],
    ['total', content.totalClp, seen.totalClp],
  ] as const
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  return differing.length === 0
    ? null
    : differing.map(([name, ours, theirs]) => `${name}: ${ours} ≠ ${theirs}`).join('; ')
}

/**
 * The point of no return, on record before it happens. Null, and nothing may be sent, when the lease was
 * overtaken or the document is no longer queued.
 */
async function commitIntent(
  { db, clock, timing }: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  { highestFolio, signedFolio }: { highestFolio: number; signedFolio: number },
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await holds(trx, clock, lease))) return null
    const at = { organisationId: document.row.organisation_id, id: document.row.id }
    const row = await lockDocument(trx, at)
    if (row?.state !== 'queued') return null
    const last = await trx
      .selectFrom('attempt')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('organisation_id', '=', at.organisationId)
      .where('document_id', '=', at.id)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    const deadline = instantText(clock.now() + timing.sendLimitMs)
    await trx
      .insertInto('attempt')
      .values({
        organisation_id: at.organisationId,
        document_id: at.id,
        number,
        person_rut: lease.person,
        epoch: lease.epoch,
        worker: lease.worker,
        highest_folio: highestFolio,
        signed_folio: signedFolio,
        intended_at: instantText(clock.now()),
        deadline_at: deadline,
      })
      .execute()
    const event = { kind: 'intent', attempt: number, highestFolio, signedFolio } as const
    // Should we die now, whoever comes after the deadline finds it and looks.
    const change = { next_try_at: deadline, reason: null, reason_text: null }
    await record(trx, clock, actorOf(lease), row, event, change)
    return number
  })
}
