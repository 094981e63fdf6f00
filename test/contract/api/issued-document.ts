import { knownDay, knownMonth } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity } from '#domain/uf.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import type { TestApp } from '#server/test-app.ts'
import type { Tenant } from '../../walls/tenants.ts'

/** The tenant's document as if the SII had issued it, with both its files. */
export async function makeIssued({ database: { db } }: TestApp, tenant: Tenant): Promise<number> {
  const { organisationId: organisation_id, ids } = tenant
  const [mark] = tenant.marks
  const place = { street: 'CALLE UNO 1', commune: 'PROVIDENCIA', city: 'SANTIAGO' }
  const content: FacturaContent = {
    kind: 'factura',
    issueDate: knownDay('2026-10-31'),
    serviceMonth: knownMonth('2026-10'),
    issuer: {
      rut: rut('77070707-2'),
      name: `${mark} Asesorías`,
      address: { ...place, branchCode: '' },
      activity: { code: '620200', description: 'ASESORIAS' },
      email: '',
    },
    recipient: {
      rut: rut('90909090-3'),
      name: 'ASEO DEL SUR LTDA',
      giro: 'ASEO',
      address: place,
      contactName: '',
      contactRut: null,
    },
    lines: [
      {
        name: 'Asesoría de octubre',
        description: '',
        code: '',
        quantity: quantity('1'),
        price: { currency: 'CLP', unitClp: clp(125_000) },
        amountClp: clp(125_000),
      },
    ],
    netoClp: clp(125_000),
    ivaClp: clp(23_750),
    totalClp: clp(148_750),
    paymentForm: 1,
  }
  await db
    .updateTable('document')
    .set({
      state: 'issued',
      folio: 1042,
      issue_day: content.issueDate,
      issued_how: 'answered',
      issued_at: '2026-10-31T15:00:00Z',
      content: JSON.stringify(content),
      content_digest: contentDigest(content),
      total_clp: content.totalClp,
      files_state: 'stored',
    })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', ids.document)
    .execute()
  await db
    .insertInto('document_file')
    .values({
      organisation_id,
      document_id: ids.document,
      kind: 'xml',
      bytes: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><DTE/>'),
      sha256: Buffer.alloc(32),
      stored_at: '2026-10-31T15:01:00Z',
    })
    .execute()
  return ids.document
}
