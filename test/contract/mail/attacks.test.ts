import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentHtml, documentText } from '#server/deliveries/document-mail.ts'
import { safeHtml, textOf } from '#server/mailer/safe-html.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'

const HOSTILE = [
  '<script>alert(1)</script>Hola',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)><p>x',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="//malo.example">x</a>',
  '<a href="vbscript:x" onclick="x" style="position:fixed">x</a>',
  '<iframe src="https://malo.example"></iframe>',
  '<form action="https://malo.example"><input name=clave><button>Entrar</button></form>',
  '<style>*{display:none}</style><link rel=stylesheet href=//malo.example>',
  '<base href="https://malo.example/"><meta http-equiv=refresh content="0;url=//malo.example">',
  '<p style="background:url(https://malo.example/x)">x</p>',
  '<object data=x></object><embed src=x><video src=x onerror=alert(1)>',
  '<template><script>alert(1)</script></template><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '</body></html><script>alert(1)</script>',
  '<p>\u0000<scr\u0000ipt>alert(1)</script>',
  '<!--><script>alert(1)</script>--><![CDATA[<script>alert(1)</script>]]>',
  '{{constructor.constructor("alert(1)")()}}',
]
const ALLOWED = /^\/?(p|br|strong|b|em|i|u|s|ul|ol|li|a|blockquote|h3|hr)$/

describe('hostile markup in a body', () => {
  test.each(HOSTILE)('%j is inert, and stays so when it is made safe again', (html) => {
    const safe = safeHtml(html)
    expect(safeHtml(safe)).toBe(safe)
    for (const [tag, name = '', attributes = ''] of safe.matchAll(/<([^\s>]+)([^>]*)>/g)) {
      expect(name.replace(/\/$/, ''), tag).toMatch(ALLOWED)
      expect(attributes.trim(), tag).toMatch(/^(href="(https?:|mailto:|tel:)[^"<>]*")?\s*\/?$/)
    }
    expect(safe).not.toMatch(/alert\(1\).*<\/script/i)
    expect(textOf(safe)).not.toMatch(/<(script|img|svg|iframe)/i)
  })
})

test('what the document is called can’t leave its card, nor an address its button', () => {
  const evil = '"><script>alert(1)</script>'
  const html = documentHtml('<p>Hola</p>', { title: evil, total: evil, due: evil }, [
    { label: evil, url: evil },
  ])
  expect(html).not.toContain('<script')
  expect(documentText('Hola', [{ label: 'Ver', url: 'https://folio.example/d/x' }])).toBe(
    'Hola\n\nVer: https://folio.example/d/x',
  )
})

describe('hostile fields of a contact', () => {
  let app: TestApp
  let ana: Tenant
  beforeAll(async () => {
    app = await startTestApp()
    ana = await makeTenant(app, {
      mark: 'ANA',
      person: '15151515-0',
      companyRut: '77070707-2',
      clientRut: '90909090-3',
    })
  })
  afterAll(() => app.close())

  const create = (contact: object) =>
    app.call({
      path: '/billing-sii/clients-contacts/',
      token: ana.access,
      body: { client: ana.ids.client, contact: { first_name: 'Eva', gender: 'F', ...contact } },
    })

  test.each([
    'a@b.cl\r\nBcc: otro@malo.example',
    'a@b.cl\nTo: otro@malo.example',
    'a@b.cl,otro@malo.example',
    'a@b.cl;otro@malo.example',
    'Ana <a@b.cl>',
    '<@malo.example:a@b.cl>',
    '"a b"@b.cl',
    '"><x>"@b.cl',
    'grupo:a@b.cl;',
    'a@b.cl(otro@malo.example)',
    'a@[127.0.0.1]',
    'a@b@c.cl',
    'a b@c.cl',
    '=?utf-8?Q?a=40b.cl?=',
    `${'a'.repeat(250)}@b.cl`,
  ])('%j is no address', async (email) => {
    expect((await create({ email })).status).toBe(400)
  })

  test('a NUL says nothing and goes; the rest of the address is what is kept', async () => {
    const { status } = await create({ email: 'nul\u0000o@b.cl' })
    const kept = await app.database.db
      .selectFrom('contact')
      .select('email')
      .where('email', 'like', 'nul%')
      .execute()
    expect([status, kept]).toEqual([201, [{ email: 'nulo@b.cl' }]])
  })
})
