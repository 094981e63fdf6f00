import { describe, expect, test } from 'vitest'
import { growsFasterThanItsText } from '#dte/xml/test-growth.ts'
import { clpIn } from './pages/amounts.ts'
import { readSentBoleta } from './boletas/sent.ts'
import { carriedIn } from './boletas/script-values.ts'
import { plain, visibleText } from './pages/html.ts'
import { readSent } from './facturas/sent.ts'
import { issuedPage } from './boletas/test-boletas.ts'
import { visitOf } from './http/test-browser.ts'
import {
  mutate,
  mutated,
  pages,
  readers,
  seeded,
  sentBoleta,
  sentFactura,
} from './test-mutations.ts'

const isDeep = process.env.FOLIO_DEEP === '1'

describe('mutated pages', () => {
  test('never make a reader throw, whatever was cut, doubled or changed', () => {
    const next = seeded(20_261_120)
    const thrown: string[] = []
    for (let round = 0; round < 2000; round += 1) {
      const visit = mutated(next)
      for (const [name, read] of Object.entries(readers)) {
        try {
          read(visit)
        } catch (error) {
          thrown.push(`${name} on ${JSON.stringify(visit.page.text)}: ${String(error)}`)
        }
      }
    }
    expect(thrown).toEqual([])
  })

  test('are never taken for a success unless all of it still stands', () => {
    const next = seeded(7)
    const success = pages[3] ?? ''
    for (let round = 0; round < 2000; round += 1) {
      const text = mutate(success, next)
      if (readSent(visitOf(text), sentFactura, 'pw').kind !== 'issued') continue
      const words = plain(visibleText(text))
      expect(words).toMatch(/documento enviado exitosamente/)
      expect(words).toMatch(/\b22\b/)
      expect(words.replaceAll('.', '')).toContain('76192083-9')
    }
  })

  test('of a boleta are issued only while number and amounts still stand', () => {
    const next = seeded(11)
    for (let round = 0; round < 2000; round += 1) {
      const text = mutate(issuedPage, next)
      const outcome = readSentBoleta(visitOf(text), sentBoleta)
      if (outcome.kind !== 'issued') continue
      expect(outcome.folio).toBeGreaterThan(sentBoleta.lastFolio)
      expect(text).toContain(String(outcome.folio))
      for (const name of ['Monto_Boleta', 'Monto_Retencion', 'Monto_Liquido']) {
        const shown = carriedIn(text, 'xml_values').get(name) || null
        const expected = { Monto_Boleta: 100_000, Monto_Retencion: 15_250, Monto_Liquido: 84_750 }
        if (shown !== null)
          expect({ [name]: clpIn(shown) }).toEqual({ [name]: Reflect.get(expected, name) })
      }
    }
  })
})

describe('malice in bulk', () => {
  const size = isDeep ? 200_000 : 100_000
  type Repeat = (unit: string) => string
  const upTo =
    (length: number): Repeat =>
    (unit) =>
      unit.repeat(Math.ceil(length / unit.length))
  // A text of any length is whole, because a JSON cut at a quarter is refused before it is read.
  const malice = (repeated: Repeat): Record<string, string> => ({
    'opening brackets': repeated('<'),
    'tags that never close': repeated('<a '),
    'short tags': repeated('<p>'),
    'closing tags': repeated('</p>'),
    'comments that never close': repeated('<!--'),
    'attributes without end': `<input ${repeated('a="b" ')}`,
    'quotes that never close': repeated('<input a="'),
    'quotes in turn': repeated(`<input a="<input b='`),
    'inputs in a form': `<form name="VIEW_EFXP">${repeated('<input name=a value=b>')}`,
    'selects in a form': `<form name="VIEW_EFXP">${repeated('<select name=a><option>b')}`,
    textareas: repeated('<textarea>'),
    references: repeated('&amp;#&a'),
    'an endless reference': `&${repeated('a')}`,
    spaces: `alert${repeated(' ')}`,
    'alerts that never close': repeated("alert('"),
    'alerts commented out': repeated("//alert('a')\n"),
    'alerts on one line': `//${repeated("alert('a');")}`,
    'arrays that never close': repeated('a=['),
    'rows that never close': `a=${repeated('[')}`,
    'a long array': `a=[${repeated('["a","b"],')}]`,
    'words before an equals sign': `${repeated('aaaaaaaaaaaaaaaaaaaa ')}=`,
    'a long word': repeated('a'),
    braces: `var DatosCntrNow = ${repeated('{"a":')}`,
    'strings that never close': `var DatosCntrNow = ["${repeated('\\"')}`,
    'rows of a table': repeated('<tr><td><a href="mipeGesDocEmi.cgi?CODIGO=1">'),
    'links of a list': repeated('mipeGesDocEmi.cgi?x&CODIGO='),
    'pages of a list': repeated('NUM_PAG=1 '),
    folios: repeated('N° 1 FACTURA ELECTRONICA '),
    headings: repeated('folio no asignado '),
    RUTs: repeated('rut 76192083-9 factura '),
    'documents in a set': repeated('<DTE>'),
    'documents that close': repeated('<DTE></DTE>'),
    months: repeated('<h2>Enero</h2><table><tr><td>1'),
    titles: repeated('<title '),
    'success over and over': repeated('DOCUMENTO ENVIADO EXITOSAMENTE Empresa: 76.192.083-9 '),
    totals: repeated('total '),
    accents: repeated('é'),
    'values of a script': repeated("xml_values['a'] = '1';"),
    'values that never end': repeated('xml_values["a"]=\'x '),
    'values of other values': repeated("xml_values['a'] = xml_values['b'] "),
    'values wrapped': repeated('xml_values["a"]=formatMiles('),
    'rows of a report': `xml_values['anio_consulta']='2026';${repeated("arr_informe_mensual['nroboleta_1']='1'")}`,
    'hidden fields': `<form name="formulario"><script>${repeated("CampoOculto('a', '1');")}`,
    'hidden fields without end': `<form name="formulario"><script>${repeated('CampoOculto("a", \'')}`,
    'forms in forms': repeated('<form name="formulario"><script>'),
    'an empty array': repeated('['),
    'rows of a register': `{"data":[${repeated('{"rsmnTipoDocInteger":33},')}{}],"respEstado":{"codRespuesta":0}}`,
    'lines of an export': `{"data":["Tipo Doc;Rut cliente;Folio;Fecha Docto;Monto total"${repeated(',"33;1-9;1;1/1/2026;1"')}],"respEstado":{"codRespuesta":0}}`,
    'a long line of an export': `{"data":["${repeated('Folio;')}"],"respEstado":{"codRespuesta":0}}`,
    divisions: repeated('<div>'),
    'divisions that close': repeated('<div></div>'),
    labels: repeated('<p>Rut:</p>'),
    'cells of a table': repeated('<td>33</td>'),
    'words of a refusal': repeated('no registra '),
    'steps of three': repeated('paso 3 de 3 ConfirmarAnulacion '),
    'taxpayers nobody knows': repeated('no existe a '),
    nothing: repeated('\u0000'),
  })
  const quarters = malice(upTo(size / 4))
  test.each(Object.entries(malice(upTo(size))))('%s', (kind, text) => {
    const quarter = quarters[kind] ?? ''
    for (const [name, read] of Object.entries(readers)) {
      const isSlow = growsFasterThanItsText((part) => void read(visitOf(part)), quarter, text)
      expect(isSlow, name).toBe(false)
    }
  })
})
