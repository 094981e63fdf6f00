import type { UploadDocument } from '#web/api/uploads.ts'

/** A document of a file with nothing wrong, to a known client. */
export function uploadDocument(part: Partial<UploadDocument> = {}): UploadDocument {
  return {
    key: 'r:2',
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
    like: [],
    ...part,
  }
}
