import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { cutDte } from './files.ts'

const company = rut('76192083-9')
const wanted = { tipoDte: 33, folio: 22, issueDate: day(2026, 11, 20) }

const dte = (folio: number, tipo = 33, issuer = '76192083-9') =>
  `<DTE version="1.0"><Documento><TipoDTE>${tipo}</TipoDTE><Folio>${folio}</Folio>` +
  `<RUTEmisor>${issuer}</RUTEmisor><RznSoc>PEÑA \u00a0</RznSoc></Documento></DTE>`

const set = (...documents: string[]) =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<SetDTE>${documents.join('\r\n')}</SetDTE>`,
    'latin1',
  )

const cut = (bytes: Uint8Array) => {
  const found = cutDte(bytes, company, wanted)
  return found === null ? null : Buffer.from(found).toString('latin1')
}

test('the document of that folio, type and issuer comes byte by byte', () => {
  const others = [dte(2), dte(222), dte(22, 34), dte(22, 33, '77111222-6')]
  expect(cut(set(...others, dte(22), dte(23)))).toBe(dte(22))
})

test('another folio, type or issuer is none', () => {
  expect(cut(set(dte(21), dte(22, 34), dte(22, 33, '77111222-6')))).toBeNull()
  expect(cut(set())).toBeNull()
  expect(cut(Buffer.from('<DTE><Folio>22'))).toBeNull()
})
