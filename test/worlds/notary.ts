import type { FacturaContent } from '#domain/document.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import type { DteDocument } from '#dte/document.ts'
import { createPortal } from '#simulators/sii/create-portal.ts'
import { authorityPublicKey, SIMULATED_IDK } from '#simulators/sii/keys.ts'
import { propose, signAsThePortal } from '#simulators/sii/tax-document.ts'
import type { VerifyOptions } from '#dte/verify.ts'
import { START_MS, worldOfCasts } from './cast.ts'

/** Signs for the stand-in what the simulator's SII would sign, each document once for all worlds. */
export interface Notary {
  xmlOf(content: FacturaContent, folio: number): Uint8Array
  keys: VerifyOptions
}

export function createNotary(): Notary {
  const portal = createPortal({ world: worldOfCasts, now: () => START_MS })
  const kept = new Map<string, Uint8Array>()

  function sign(content: FacturaContent, folio: number): Uint8Array {
    const company = worldOfCasts.companies.find((one) => one.rut === content.issuer.rut)
    const [person] = worldOfCasts.people
    if (company === undefined || person === undefined) throw new Error('Nobody to sign for')
    portal.state.lastFolio[company.rut] = folio - 1
    const proposal = propose(portal, { company, person, session: null }, dteOf(content), [])
    const signed = signAsThePortal(portal, person, proposal.xml)
    return Buffer.from(signed.slice(signed.indexOf('<DTE')), 'latin1')
  }

  return {
    keys: { extraSiiKeys: new Map([[SIMULATED_IDK, authorityPublicKey(portal.state)]]) },
    xmlOf: (content, folio) => {
      const name = `${folio} ${canonicalJson(content)}`
      const xml = kept.get(name) ?? sign(content, folio)
      kept.set(name, xml)
      return xml
    },
  }
}

function dteOf(content: FacturaContent): Omit<DteDocument, 'folio'> {
  const { issuer, recipient } = content
  return {
    tipoDte: 33,
    issueDate: content.issueDate,
    paymentForm: content.paymentForm,
    issuer: {
      rut: issuer.rut,
      name: issuer.name,
      giro: issuer.activity.description,
      email: issuer.email,
      activityCodes: [issuer.activity.code],
      branchCode: issuer.address.branchCode,
      address: issuer.address,
    },
    recipient: {
      rut: recipient.rut,
      name: recipient.name,
      giro: recipient.giro,
      contact: '',
      email: '',
      address: recipient.address,
      requestedBy: null,
    },
    totals: {
      netoClp: content.netoClp,
      exentoClp: null,
      ivaClp: content.ivaClp,
      totalClp: content.totalClp,
    },
    lines: content.lines.map((line) => ({
      name: line.name,
      description: line.description,
      code: line.code,
      exempt: false,
      quantity: line.quantity,
      unit: '',
      unitPrice: String(line.amountClp),
      discountPct: null,
      discountClp: null,
      amountClp: line.amountClp,
    })),
    references: [],
  }
}
