import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { buildEnvelope, dteFile, wrapForDownload } from '#dte/envelope.ts'
import { signDte } from '#dte/sign.ts'
import { aecFile } from '#dte/fixtures/test-cesion.ts'
import { boletaEnvelope, signedBoleta, signedOther } from '#dte/fixtures/test-others.ts'
import {
  cafOf,
  facturaOf,
  person,
  signed,
  signer,
  STAMPED_AT,
  TEST_IDK,
  TEST_SII_KEYS,
  unsigned,
} from '#dte/fixtures/test-world.ts'
import { runDte } from '../scripts/dte/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'folio-dte-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reference = {
  documentType: '33',
  folio: '205',
  issueDate: day(2026, 11, 20),
  code: 1 as const,
  reason: 'Anula',
}
const note = signDte(
  unsigned(
    facturaOf({ tipoDte: 61, folio: 7, references: [reference] }),
    cafOf({ tipoDte: 61, firstFolio: 1, lastFolio: 50 }),
  ),
  { signer },
)
const cover = {
  issuer: rut('76192083-9'),
  sender: person,
  recipient: RUT_SII,
  resolution: { day: day(2019, 3, 5), number: 45 },
  signedAt: STAMPED_AT,
}
const files: Record<string, Uint8Array | string> = {
  'uno.xml': dteFile(signed()),
  'sin-espacio-de-nombres.xml': dteFile(signed(facturaOf(), 'A')),
  'sobre.xml': buildEnvelope(cover, [signed(), note], signer),
  'descarga.xml': wrapForDownload([signed(facturaOf(), 'B')]),
  'boletas.xml': boletaEnvelope([signedBoleta(39), signedBoleta(41)]),
  'guia.xml': dteFile(signedOther(52)),
  'compra.xml': dteFile(signedOther(46)),
  'cesion.xml': aecFile(),
  'cambiado.xml': dteFile(signed().replace('Peñaflor', 'Penaflor')),
  'hostil.xml': `<?xml version="1.0"?><!DOCTYPE DTE [<!ENTITY x SYSTEM "file:///etc/passwd">]><DTE>&x;</DTE>`,
  'vacio.xml': '',
  'controles.xml': dteFile(signed().replace('Los Álamos', 'Los \u009b31mÁlamos')),
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
const publicKey = TEST_SII_KEYS.get(TEST_IDK)?.export({ type: 'spki', format: 'pem' }) ?? ''
writeFileSync(join(folder, 'llave.pem'), publicKey)
const KEY = ['--sii-key', `${TEST_IDK}=llave.pem`]

async function ran(...args: string[]) {
  const said: string[] = []
  const warned: string[] = []
  const code = await runDte(args, {
    folder,
    say: (line) => void said.push(line),
    warn: (line) => void warned.push(line),
  })
  return { code, said, warned }
}

test.each([
  ['uno.xml', ['Factura electrónica N° 205']],
  ['sin-espacio-de-nombres.xml', ['Factura electrónica N° 205']],
  ['sobre.xml', ['Factura electrónica N° 205', 'Nota de crédito electrónica N° 7']],
  ['descarga.xml', ['Factura electrónica N° 205']],
  ['boletas.xml', ['Boleta electrónica N° 205', 'Boleta no afecta o exenta electrónica N° 205']],
  ['guia.xml', ['Guía de despacho electrónica N° 205']],
  ['compra.xml', ['Factura de compra electrónica N° 205']],
  ['cesion.xml', ['Factura electrónica N° 205']],
])('%s holds: a line for each document, each check in it', async (file, names) => {
  const { code, said } = await ran('verify', file, ...KEY)
  const sobre = ['sobre.xml', 'boletas.xml'].includes(file) ? 'sobre ✓' : 'sobre –'
  const cesion = file === 'cesion.xml' ? ' · cesión ✓' : ''
  expect(said).toEqual(
    names.map(
      (name) =>
        `✓ ${file} · ${name} · esquema ✓ · firma ✓ · ${sobre} · timbre ✓ · CAF ✓ · certificado ✓ · ` +
        `coherencia ✓ · aritmética ✓ · bytes ✓${cesion}`,
    ),
  )
  expect(code).toBe(0)
})

test('a document that was changed ends in 1, and its line says which check failed and why', async () => {
  const { code, said } = await ran('verify', 'uno.xml', 'cambiado.xml', ...KEY)
  expect(code).toBe(1)
  expect(said[0]).toMatch(/^✓ uno\.xml/)
  expect(said[1]).toMatch(/^✗ cambiado\.xml · .* · firma ✗ \(lo firmado \(Documento\) cambió/)
  expect(said[1]).toContain("coherencia ✗ (el timbre dice «Peñaflor & O'Higgins S.A.» en RSR")
  expect(said[1]).toContain('timbre ✓')
})

test('an SII nobody knows is no SII: its CAF fails', async () => {
  const { code, said } = await ran('verify', 'uno.xml')
  expect(code).toBe(1)
  expect(said.join()).toContain(`CAF ✗ (el CAF es de una llave ${TEST_IDK} que no conocemos`)
})

test.each([
  ['hostil.xml', 'trae un DOCTYPE'],
  ['vacio.xml', 'está vacío'],
  ['llave.pem', 'no es XML bien formado'],
  ['no-existe.xml', 'no se pudo leer: no existe'],
  ['.', 'no se pudo leer: es una carpeta'],
])('%s is refused by each command, in words', async (file, why) => {
  const verified = await ran('verify', file)
  expect(verified).toMatchObject({ code: 1, said: [expect.stringContaining(why)] })
  for (const args of [
    ['show', file],
    ['print', file, '-o', 'nada.pdf'],
  ]) {
    const { code, warned } = await ran(...args)
    expect(code).toBe(1)
    expect(warned.join()).toContain(why)
  }
  expect(existsSync(join(folder, 'nada.pdf'))).toBe(false)
})

test('what a document says can’t steer the terminal', async () => {
  const { said } = await ran('show', 'controles.xml')
  expect(said.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  expect((await ran('verify', 'no\u001b[31mexiste.xml')).said.join()).not.toContain('\u001b')
})

test('a document is explained: who, what, how much, what it refers to, who signed and whether it holds', async () => {
  const { code, said } = await ran('show', 'sobre.xml', ...KEY)
  expect(code).toBe(0)
  const text = said.join('\n')
  for (const part of [
    'Nota de crédito electrónica N° 7, del 20/11/2026',
    'Ñandú & Águila Ltda. (76.192.083-9), Servicios de computación',
    "Peñaflor & O'Higgins S.A. (96.790.240-3)",
    'a crédito',
    '1. Asesoría mensual: $100.000 (1 a $100.000)',
    'Factura electrónica N° 205, del 20/11/2026: la anula — Anula',
    'neto $100.000, IVA $19.000, total $119.000',
    'Ana Muñoz Peña, el 20/11/2026 a las 10:30',
    'con los folios 1 a 50 que el SII autorizó el 15/09/2026',
    'todo está en orden',
  ])
    expect(text).toContain(part)
})

test('a cesión is explained with its chain, and in English when asked', async () => {
  const { said } = await ran('show', 'cesion.xml', '--lang', 'en', ...KEY)
  const text = said.join('\n')
  expect(text).toContain(
    'Ñandú & Águila Ltda. (76.192.083-9) cedes it to Factoring Sur S.A. (77.000.123-4), for $119.000',
  )
  expect(text).toContain('Electronic factura No. 205')
  expect(text).toContain('all is in order')
})

test('what fails is explained and ends in 1', async () => {
  const { code, said } = await ran('show', 'cambiado.xml', ...KEY)
  expect(code).toBe(1)
  expect(said.join('\n')).toContain('✗ firma, coherencia')
})

test('a factura is printed with what the envelope says of its resolution', async () => {
  const args = ['print', 'sobre.xml', '--folio', '205', '-o', 'f.pdf', '--office', 'MAIPU']
  const { code, said, warned } = await ran(...args, '--cedible', ...KEY)
  expect({ code, warned }).toEqual({ code: 0, warned: [] })
  expect(said).toEqual(['f.pdf: Factura electrónica N° 205'])
  const pdf = readFileSync(join(folder, 'f.pdf')).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('each document of a file has a PDF of its own', async () => {
  const { code } = await ran('print', 'sobre.xml', '-o', 'd.pdf', '--office', 'MAIPU', ...KEY)
  expect(code).toBe(0)
  expect(
    ['d-33-205.pdf', 'd-61-7.pdf', 'd.pdf'].map((name) => existsSync(join(folder, name))),
  ).toEqual([true, true, false])
})

test('what had to be guessed is told, and so is what doesn’t hold', async () => {
  const { code, warned } = await ran('print', 'cambiado.xml', '-o', 'g.pdf', ...KEY)
  expect(code).toBe(0)
  expect(warned.join('\n')).toContain('ÑUÑOA')
  expect(warned.join('\n')).toContain('80 de 2014')
  expect(warned.join('\n')).toContain('no pasa la comprobación (firma, coherencia)')
})

test.each([
  [['print', 'guia.xml', '-o', 'h.pdf'], 'solo se imprimen los tipos 33, 34, 56 y 61'],
  [['print', 'uno.xml', '-o', 'h.pdf', '--folio', '9'], 'no trae el folio 9'],
  [['print', 'uno.xml', '-o', 'h.pdf', '--resolution', '80'], '80/2014'],
  [['print', 'uno.xml', '-o', 'no/existe/h.pdf'], 'No se pudo escribir'],
])('%j prints nothing and says why', async (args, why) => {
  const { code, warned } = await ran(...args)
  expect(code).toBe(1)
  expect(warned.join('\n')).toContain(why)
  expect(existsSync(join(folder, 'h.pdf'))).toBe(false)
})

test.each([
  [[]],
  [['verify']],
  [['firmar', 'uno.xml']],
  [['verify', '--nada', 'uno.xml']],
  [['print', 'uno.xml']],
  [['print', 'uno.xml', 'sobre.xml', '-o', 'i.pdf']],
])('%j is answered with how it is used', async (args) => {
  const { code, warned } = await ran(...args)
  expect(code).toBe(2)
  expect(warned[0]).toBe('Uso:')
})

test('a key that is none is named', async () => {
  const { code, warned } = await ran('verify', 'uno.xml', '--sii-key', '900=uno.xml')
  expect(code).toBe(2)
  expect(warned.join()).toContain('900=uno.xml')
})

test('from the shell: the folder of the person, the exit code, and nothing else is run', () => {
  const script = join(import.meta.dirname, '../scripts/dte/main.ts')
  const options = { env: { ...process.env, INIT_CWD: folder, PATH: '' }, encoding: 'utf8' as const }
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], options)
  expect(run('verify', 'sobre.xml', ...KEY)).toMatchObject({ status: 0 })
  expect(run('verify', 'cambiado.xml', ...KEY)).toMatchObject({ status: 1 })
  expect(run('verify', 'hostil.xml').stdout).toContain('DOCTYPE')
})
