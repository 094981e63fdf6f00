import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aecFile, HOLDERS, type CesionChanges } from '../fixtures/test-cesion.ts'
import { signed, TEST_SII_KEYS } from '../fixtures/test-world.ts'
import { verifyXml } from '../verify.ts'

const good = Buffer.from(aecFile()).toString('latin1')

function judged(bytes: Uint8Array) {
  const found = verifyXml(bytes, { extraSiiKeys: TEST_SII_KEYS })
  if (found.kind === 'refused') return { failed: [`refused ${found.reason}`], detail: found.detail }
  const checks = found.documents.flatMap((document) => document.checks)
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  return { failed, detail: checks.map(({ detail }) => detail).join('; ') }
}

function withText(change: (text: string) => string): Uint8Array {
  const changed = change(good)
  expect(changed).not.toBe(good)
  return Buffer.from(changed, 'latin1')
}

test('a factura ceded twice, with its receipt, holds whole: the DTE, every signature, the chain', () => {
  const found = verifyXml(aecFile(), { extraSiiKeys: TEST_SII_KEYS })
  expect(judged(aecFile()).failed).toEqual([])
  const [document, ...others] = found.kind === 'read' ? found.documents : []
  expect(others).toEqual([])
  expect(document).toMatchObject({ ok: true, tipoDte: 33, folio: 205 })
  expect(document?.checks.map(({ name }) => name)).toContain('cesion')
})

test.each<[string, CesionChanges, string]>([
  [
    'a cesión by somebody who holds nothing',
    {
      cesion: (body, index) =>
        index === 1 ? body.replace('<RUT>77000123-4', '<RUT>60803000-K') : body,
    },
    'cesionDiffers name=Cedente seen=60803000-K expected=77000123-4',
  ],
  [
    'cesiones out of order',
    { cesion: (body) => body.replace(/<SeqCesion>\d/, '<SeqCesion>2') },
    'cesionOutOfOrder seen=2 expected=1',
  ],
  [
    'a cesión of another folio',
    { cesion: (body) => body.replace('<Folio>205', '<Folio>206') },
    'cesionDiffers name=Folio seen=206 expected=205',
  ],
  [
    'a cesión of more than the total',
    { cesion: (body) => body.replace('<MontoCesion>119000', '<MontoCesion>119001') },
    'cesionBeyondTotal seen=119001 limit=119000',
  ],
  [
    'a receipt of another document',
    { receipt: (body) => body.replace('<MntTotal>119000', '<MntTotal>99999') },
    'cesionDiffers name=Recibo MntTotal seen=99999 expected=119000',
  ],
  [
    'a cover to somebody else',
    { cover: (body) => body.replace('97004000-5', '60803000-K') },
    'cesionDiffers name=RutCesionario seen=60803000-K expected=97004000-5',
  ],
  [
    'a cover by somebody else',
    { cover: (body) => body.replace('77000123-4', '60803000-K') },
    'cesionDiffers name=RutCedente seen=60803000-K expected=77000123-4',
  ],
  [
    'a cesión signed by somebody whom the cedente did not authorise',
    {
      cesion: (body, index) =>
        index === 0 ? body.replace('<RUT>12345678-5', '<RUT>7654321-6') : body,
    },
    'cesionPart seen=12345678-5 expected=7654321-6 part=Cesion 1 why=signerNotAuthorised',
  ],
  [
    'a receipt signed by another than it says',
    { receipt: (body) => body.replace('<RutFirma>12345678-5', '<RutFirma>7654321-6') },
    'cesionPart seen=12345678-5 expected=7654321-6 part=Recibo 1 why=signerNotAuthorised',
  ],
  [
    'a part without its mandatory field',
    { cesion: (body) => body.replace(/<UltimoVencimiento>.*\n/, '') },
    'elementMissing path=AEC/DocumentoAEC/Cesiones/Cesion/DocumentoCesion name=UltimoVencimiento',
  ],
  [
    'an ID that comes twice',
    { dte: signed().replaceAll('T33F205', 'Cedido') },
    'idRepeated seen=Cedido',
  ],
])('%s, signed by its author all the same, is refused', (_, changes, detail) => {
  const { failed, detail: told } = judged(aecFile(changes))
  expect(failed).toContain('cesion')
  expect(told).toContain(detail)
})

test('a cesión signed by any one of those authorised holds', () => {
  const another = '<RUTAutorizado>\n<RUT>7654321-6</RUT>\n<Nombre>Otra</Nombre>\n</RUTAutorizado>\n'
  const changes = { cesion: (body: string) => body.replace('<RUTAutorizado>', `${another}$&`) }
  expect(judged(aecFile(changes))).toEqual({ failed: [], detail: expect.any(String) })
})

test('a cesión signed with the ceding company’s own certificate holds, with a remark', () => {
  const ceding = '12345678-5'
  const changes = {
    cesion: (body: string, index: number) =>
      index === 0
        ? body
            .replace('<RUT>12345678-5', '<RUT>7654321-6')
            .replace(`<Cedente>\n<RUT>${HOLDERS[0].rut}`, `<Cedente>\n<RUT>${ceding}`)
        : body,
  }
  const { detail } = judged(aecFile(changes))
  // The cedente isn't the issuer here, which is told as ever; who signed is no fault.
  expect(detail).toContain('cesionDiffers name=Cedente')
  expect(detail).not.toContain('signerNotAuthorised')
  const own = verifyXml(aecFile(changes), { extraSiiKeys: TEST_SII_KEYS })
  const [document] = own.kind === 'read' ? own.documents : []
  const notes = document?.checks.flatMap((check) => check.notes) ?? []
  expect(notes.map(({ values }) => `${values.part} ${values.why}`)).toEqual([
    'Cesion 1 signerIsCedente',
  ])
})

test('a certificate that tells no RUT is noted, and nobody is accused', () => {
  const changed = withText((text) =>
    text.replace(/(<X509Certificate>)([^<]*)/g, (_, tag: string, wrapped: string) => {
      const bytes = Buffer.from(wrapped, 'base64')
        .toString('latin1')
        .replaceAll('12345678-5', 'x'.repeat(10))
      return tag + Buffer.from(bytes, 'latin1').toString('base64').replace(/.{76}/g, '$&\n')
    }),
  )
  const found = verifyXml(changed, { extraSiiKeys: TEST_SII_KEYS })
  const [document] = found.kind === 'read' ? found.documents : []
  const { faults = [], notes = [] } = document?.checks.find(({ name }) => name === 'cesion') ?? {}
  const whys = (some: typeof notes) => some.map(({ values }) => `${values.part} ${values.why}`)
  expect(whys(notes)).toEqual(
    ['Recibo 1', 'Cesion 1', 'Cesion 2'].map((part) => `${part} signerUntold`),
  )
  expect(whys(faults).join()).not.toContain('signerNotAuthorised')
})

test.each<[string, (text: string) => string, string]>([
  ['the receipt', (t) => t.replace('Oficina central', 'Oficina Central'), 'part=Recibo 1'],
  ['the ceded DTE', (t) => t.replace('>Maipú<', '>Maipu<'), 'part=DTECedido'],
  ['the first cesión', (t) => t.replace('>Factoring Sur', '>Factoring sur'), 'part=Cesion 1'],
  ['the second cesión', (t) => t.replace('>Banco del', '>Banco Del'), 'part=Cesion 2'],
  [
    'the cover',
    (t) => t.replace('<TmstFirmaEnvio>2026-11-21T09', '<TmstFirmaEnvio>2026-11-21T10'),
    'part=AEC',
  ],
])('%s changed after it was signed: its signature says so', (_, change, part) => {
  const { failed, detail } = judged(withText(change))
  expect(failed).toContain('cesion')
  expect(detail).toMatch(new RegExp(`cesionPart name=\\w+ ${part} why=digestDiffers`))
})

test('a cesión without signature, or of a certificate that is not its key’s, is refused', () => {
  const unsigned = withText((text) =>
    text.replace(/(<\/DocumentoCesion>)\n<Signature[^]*?<\/Signature>/, '$1'),
  )
  expect(judged(unsigned).detail).toContain('cesionPart part=Cesion 1 why=notSigned')
  const swapped = withText((text) => {
    const at = text.lastIndexOf('<X509Certificate>')
    return `${text.slice(0, at)}${text.slice(at).replace(/<X509Certificate>[^<]*/, '<X509Certificate>QUJD')}`
  })
  expect(judged(swapped).detail).toContain('cesionPart part=AEC why=certificateUnreadable')
})

test('any letter changed in what is signed breaks a signature of the cesión', () => {
  const [from, to] = [good.indexOf('<DocumentoAEC'), good.indexOf('</DocumentoAEC>')]
  fc.assert(
    fc.property(fc.integer({ min: from, max: to - 1 }), (at) => {
      const changed = good.slice(0, at) + (good[at] === 'x' ? 'y' : 'x') + good.slice(at + 1)
      const { failed } = judged(Buffer.from(changed, 'latin1'))
      const named = failed.some((name) => name === 'cesion' || name.startsWith('refused'))
      expect(named, `${at}: ${good.slice(at - 20, at + 20)}`).toBe(true)
    }),
    { numRuns: 60 },
  )
})
