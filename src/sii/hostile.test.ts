import { describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { day } from '#domain/day.ts'
import { diagnose, isLoginPage, singleAlert } from './diagnosis.ts'
import { readFacturaForm } from './factura-form.ts'
import { cutDte } from './files.ts'
import { formsOf, optionsOf } from './forms.ts'
import { plain, titleOf, visibleText } from './html.ts'
import type { Page, Visit } from './http.ts'
import { readRows } from './issued.ts'
import { readIssuer } from './issuer.ts'
import { readProfile } from './profile.ts'
import { readRecipient } from './recipient.ts'
import { arrayLiterals, linkNamed, liveAlerts, scriptedTarget } from './scripts.ts'
import { readSent } from './sent.ts'
import { readSiiYear } from './uf.ts'

const pages = [
  `<title>Facturacion Electr&oacute;nica MIPYME - Seleccion de Empresa</title>
   <form name="fPrmEmpPOP" method="post" action="mipeSelEmpresa.cgi"><select name="RUT_EMP"><optgroup label="x">
   <option value="76192083-9">EMPRESA UNO SPA 76192083-9<option value="77111222-6">DOS</optgroup></select></form>`,
  `<script>var emisorDir = [["AV UNO 100","SANTIAGO","","11111111"," "],["CALLE DOS 2","MAIPU","","2"," "]];
   var emisorActEco = [["620100","PROGRAMACION"]]; var arrFecha = ["2026","11","20"];
   var receptorDir = [["AV TRES 3","ARICA","ARICA"]]; //alert("no");</script><p>Rut 76192083-9</p>
   <p>FACTURA ELECTR&Oacute;NICA N&deg; folio no asignado</p><form name="VIEW_EFXP" action="x">
   <input type="hidden" name="PTDC_CODIGO" value="33"><input name="EFXP_RUT_RECEP" value="60803000">
   <input name="EFXP_DV_RECEP" value="K"><input name="EFXP_RZN_SOC" value="ASESOR&#205;AS">
   <input name="EFXP_RZN_SOC_RECEP" value="R"><select name="EFXP_DIR_RECEP"><option>AV TRES 3</select></form>`,
  `<form name="frmSign" method="post"><input type="hidden" name="EFXP_FOLIO" value="22">
   <textarea name="txtPlainText"><?xml version="1.0"?><DTE><Folio>22</Folio></DTE></textarea></form>`,
  `<p>Empresa: 76.192.083-9</p><p>DOCUMENTO ENVIADO EXITOSAMENTE</p><p>FACTURA ELECTRONICA N&deg; 22</p>
   <a href="/cgi-bin/Portal001/mipeDisplayPDF.cgi?DHDR_CODIGO=99000001">Ver Documento</a>`,
  `<TITLE>Redireccionando</TITLE><script>function r(){ alert('Firma no reconocida\\n'); history.go(-1); }</script>`,
  `<table><tr><th>Razon Social<th>Folio</tr><tr><td><a href="mipeGesDocEmi.cgi?ALL_PAGE_ANT=2&CODIGO=99"><img></a></td>
   <td>60803000-K<td>RECEPTOR</td><td>Factura Electronica</td><td>22</td><td>2026-11-20</td><td>1190</td><td>Emitido</td></tr></table>`,
  `<script>var DatosCntrNow = {"contribuyente":{"rut":"76192083","dv":"9","razonSocial":null},"direcciones":[]};
   var DatosActeco = [{"codigo":"1","descripcion":"x","categoriaTributaria":"2"}];</script>`,
  `<h2>Enero</h2><table><tr><th>1</th><td>39.200,15</td><th>11</th><td></td></tr></table>`,
  `<?xml version="1.0"?><SetDTE><DTE version="1.0"><TipoDTE>33</TipoDTE><Folio>22</Folio></DTE></SetDTE>`,
]

const company = rut('76192083-9')
const sent = { company, tipoDte: 33, folio: 22, totalClp: clp(1190) }

function visitOf(text: string): Visit & { kind: 'page' } {
  const url = 'https://www1.sii.cl/cgi-bin/Portal001/mipeSendXML.cgi'
  const bytes = Buffer.from(text, 'latin1')
  const page: Page = { url, status: 200, contentType: 'text/html', bytes, text, movedTo: null }
  return { kind: 'page', page }
}

/** Every reader over one page, by name. */
const readers: Record<string, (visit: Visit & { kind: 'page' }) => unknown> = {
  visibleText: ({ page }) => visibleText(page.text),
  titleOf: ({ page }) => titleOf(page.text),
  formsOf: ({ page }) => formsOf(page.text),
  optionsOf: ({ page }) => optionsOf(page.text, 'RUT_EMP'),
  arrayLiterals: ({ page }) => arrayLiterals(page.text),
  liveAlerts: ({ page }) => liveAlerts(page.text),
  scriptedTarget: ({ page }) => scriptedTarget(page.text),
  linkNamed: ({ page }) => linkNamed(page.text, 'Continuar'),
  diagnose: (visit) => diagnose(visit),
  isLoginPage: ({ page }) => isLoginPage(page),
  singleAlert: ({ page }) => singleAlert(page),
  readSent: (visit) => readSent(visit, sent, 'pw'),
  readProfile: ({ page }) => readProfile(page.text),
  readRows: ({ page }) => readRows(page.text),
  readSiiYear: ({ page }) => readSiiYear(page.text, 2026),
  cutDte: ({ page }) =>
    cutDte(page.bytes, company, { tipoDte: 33, folio: 22, issueDate: day(2026, 11, 20) }),
  readFacturaForm: (visit) => {
    const form = readFacturaForm(visit)
    return form.kind === 'ok' ? [readIssuer(form.value), readRecipient(form.value)] : form
  },
}

describe('mutated pages', () => {
  test('never make a reader throw, whatever was cut, doubled or changed', () => {
    const next = seeded(20_261_120)
    for (let round = 0; round < 2000; round += 1) {
      const visit = visitOf(mutated(next))
      for (const [name, read] of Object.entries(readers)) {
        expect(() => read(visit), `${name} on ${JSON.stringify(visit.page.text)}`).not.toThrow()
      }
    }
  })

  test('are never taken for a success unless all of it still stands', () => {
    const next = seeded(7)
    const success = pages[3] ?? ''
    for (let round = 0; round < 2000; round += 1) {
      const text = mutate(success, next)
      if (readSent(visitOf(text), sent, 'pw').kind !== 'issued') continue
      const words = plain(visibleText(text))
      expect(words).toMatch(/documento enviado exitosamente/)
      expect(words).toMatch(/\b22\b/)
      expect(words.replaceAll('.', '')).toContain('76192083-9')
    }
  })
})

describe('malice in bulk', () => {
  const size = 400_000
  const repeated = (unit: string) => unit.repeat(Math.ceil(size / unit.length))
  const malice: Record<string, string> = {
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
    nothing: repeated('\u0000'),
  }
  /** A quiet machine takes a tenth: this finds what grows by squares, not what is slow. */
  const LIMIT_MS = 400

  test.each(Object.entries(malice))('%s', (_, text) => {
    const visit = visitOf(text)
    for (const [name, read] of Object.entries(readers)) {
      const start = process.cpuUsage()
      read(visit)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000, name).toBeLessThan(LIMIT_MS)
    }
  })
})

function mutated(next: () => number): string {
  const first = pages[Math.floor(next() * pages.length)] ?? ''
  const second = pages[Math.floor(next() * pages.length)] ?? ''
  return mutate(next() < 0.3 ? first + second : first, next)
}

const SPLINTERS = [
  '<',
  '>',
  '"',
  "'",
  '</',
  '<!--',
  '-->',
  '&',
  ';',
  '=',
  '[',
  ']',
  '{',
  '\\',
  '//',
  '\n',
  '\u0000',
  'é',
  '<td>',
  '</form>',
  '<form>',
  '<select>',
  '9',
  '.',
]

function mutate(page: string, next: () => number): string {
  let text = page
  const changes = 1 + Math.floor(next() * 6)
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor(next() * text.length)
    const length = Math.floor(next() * 40)
    const splinter = SPLINTERS[Math.floor(next() * SPLINTERS.length)] ?? ''
    const kind = next()
    if (kind < 0.35) text = text.slice(0, at) + text.slice(at + length)
    else if (kind < 0.6) text = text.slice(0, at) + splinter + text.slice(at)
    else if (kind < 0.8) text = text.slice(0, at) + splinter + text.slice(at + 1)
    else if (kind < 0.95) text = text.slice(0, at + length) + text.slice(at)
    else text = text.slice(0, at)
  }
  return text
}

/** mulberry32: the same pages every time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
