import type { OtherDocument, UploadDocument } from '#web/api/uploads.ts'

const RECIPIENT = {
  name: 'Cliente',
  giro: 'Comercio',
  street: 'Propia 1',
  commune: 'Temuco',
  city: 'Temuco',
}

/** A document of a file with nothing wrong, to a known client. */
export function uploadDocument(part: Partial<UploadDocument> = {}): UploadDocument {
  return {
    key: 'r:2',
    content: 'a1',
    group: '',
    rows: [2],
    is_valid: true,
    waits: null,
    state: 'new',
    document: null,
    ordered: null,
    document_type: 33,
    rut: '77777777-7',
    client: { kind: 'known', id: 1, name: 'Cliente' },
    recipient: RECIPIENT,
    written: { name: '', giro: '', street: '', commune: '', city: '' },
    withholder: null,
    uf_rate_type: 'PREV_MONTH_CLOSE',
    due_day: null,
    service_month: null,
    sends_email: false,
    to: [],
    cc: [],
    own_id: '',
    lines: [],
    totals: { net: 100, tax: 19, total: 119 },
    same_as: [],
    ...part,
  }
}

/** Issued this month to that client, of that amount. */
export function otherDocument(part: Partial<OtherDocument> = {}): OtherDocument {
  return {
    ref: 'rule:1:2026-11:client:1#1',
    document_type: 33,
    rut: '77777777-7',
    document: 4,
    folio: 12,
    rule: null,
    day: '2026-11-04',
    service_month: '2026-11',
    total: 119,
    lowered: 0,
    ...part,
  }
}
