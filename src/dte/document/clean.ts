import type { DteAddress, DteAdjustment, DteDocument, DteLine, DteReference } from './document.ts'
import { cleanText } from './text.ts'

/**
 * Every text replaced and cut as it will be written, to the smaller length where the SII's schema and its
 * format text differ. Idempotent. A line's quantity and price of zero become absent, as Dec12_6 has no zero.
 */
export function cleanDocument(document: DteDocument): DteDocument {
  const { issuer, recipient } = document
  return {
    ...document,
    issuer: {
      ...issuer,
      name: cleanText(issuer.name, 100),
      giro: cleanText(issuer.giro, 80),
      email: cleanText(issuer.email, 80),
      activityCodes: issuer.activityCodes.slice(0, 4),
      branchCode: issuer.branchCode.replace(/^0+/, ''),
      address: cleanAddress(issuer.address, 60),
    },
    recipient: {
      ...recipient,
      name: cleanText(recipient.name, 100),
      giro: cleanText(recipient.giro, 40),
      contact: cleanText(recipient.contact, 80),
      email: cleanText(recipient.email, 80),
      address: cleanAddress(recipient.address, 70),
    },
    lines: document.lines.map(cleanLine),
    adjustments: document.adjustments?.map(cleanAdjustment),
    references: document.references.map(cleanReference),
  }
}

function cleanAddress(address: DteAddress, streetLength: number): DteAddress {
  return {
    street: cleanText(address.street, streetLength),
    commune: cleanText(address.commune, 20),
    city: cleanText(address.city, 20),
  }
}

function cleanLine(line: DteLine): DteLine {
  return {
    ...line,
    name: cleanText(line.name, 80),
    description: cleanText(line.description, 1000),
    code: cleanText(line.code, 35),
    unit: cleanText(line.unit, 4),
    quantity: absentIfZero(line.quantity),
    unitPrice: absentIfZero(line.unitPrice),
    discountPct: line.discountClp ? line.discountPct : null,
    discountClp: line.discountClp || null,
    surchargePct: line.surchargeClp ? line.surchargePct : undefined,
    surchargeClp: line.surchargeClp || undefined,
  }
}

function cleanAdjustment(adjustment: DteAdjustment): DteAdjustment {
  return { ...adjustment, text: cleanText(adjustment.text, 45) }
}

function cleanReference(reference: DteReference): DteReference {
  return {
    ...reference,
    folio: cleanText(reference.folio, 18),
    reason: cleanText(reference.reason, 90),
  }
}

function absentIfZero(decimal: string | null): string | null {
  return decimal === null || /^0*(\.0*)?$/.test(decimal) ? null : decimal
}
