import { expect, test } from 'vitest'
import { dteFile } from './envelope.ts'
import { readDtes } from './read.ts'
import { boletaEnvelope, signedBoleta, signedOther } from './fixtures/test-others.ts'
import { TEST_SII_KEYS } from './fixtures/test-world.ts'
import { verifyXml } from './verify.ts'

function judged(bytes: Uint8Array): string[] {
  const found = verifyXml(bytes, { extraSiiKeys: TEST_SII_KEYS })
  if (found.kind === 'refused') return [found.reason, found.detail]
  return found.documents.flatMap(({ checks }) =>
    checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
  )
}

test('boletas in their envelope, guías and facturas de compra hold and are read', () => {
  const boletas = boletaEnvelope([signedBoleta(39), signedBoleta(41).replaceAll('F205"', 'F205"')])
  const files = [boletas, dteFile(signedOther(46)), dteFile(signedOther(52))]
  expect(files.map(judged)).toEqual([[], [], []])
  const documents = files.flatMap((bytes) => {
    const reading = readDtes(bytes)
    return reading.kind === 'ok' ? reading.file.documents : []
  })
  expect(documents.map(({ tipoDte, content }) => [tipoDte, content?.totals.totalClp])).toEqual([
    [39, 11900],
    [41, 11900],
    [46, 119000],
    [52, 119000],
  ])
  // We don't issue them, so nothing that prints or compares gets hold of one.
  expect(documents.map(({ document }) => document)).toEqual([null, null, null, null])
})

test('a boleta’s prices hold the IVA, unless it says that they are net', () => {
  const net = {
    indicator: '<IndMntNeto>2</IndMntNeto>\n',
    totals: '<MntNeto>11900</MntNeto>\n<IVA>2261</IVA>\n<MntTotal>14161</MntTotal>',
  }
  expect(judged(boletaEnvelope([signedBoleta(39, net)]))).toEqual([])
  expect(judged(boletaEnvelope([signedBoleta(39, { totals: net.totals })]))).toEqual([
    'arithmetic: amountWrong name=MntNeto seen=11900 expected=10000; amountWrong name=IVA seen=2261 expected=0',
  ])
})

test('a boleta exenta with IVA, and one outside the schema of boletas, are refused', () => {
  const withIva = {
    totals: '<MntNeto>10000</MntNeto>\n<IVA>1900</IVA>\n<MntTotal>11900</MntTotal>',
  }
  expect(judged(boletaEnvelope([signedBoleta(41, withIva)])).join()).toContain('ivaOutOfPlace')
  const factura = { indicator: '<FmaPago>1</FmaPago>\n' }
  expect(judged(boletaEnvelope([signedBoleta(39, factura)])).join()).toContain('elementOutOfPlace')
})

test('a changed boleta breaks its own signature and that of its envelope', () => {
  const text = Buffer.from(boletaEnvelope([signedBoleta(39)])).toString('latin1')
  const changed = Buffer.from(text.replace('Cafetería', 'Cafeteria'), 'latin1')
  expect(judged(changed)).toEqual([
    'envelope: digestDiffers name=SetDTE',
    'signature: digestDiffers name=Documento',
  ])
})
