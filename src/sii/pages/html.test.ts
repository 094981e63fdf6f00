import { describe, expect, test } from 'vitest'
import { decodeEntities, inlineText, plain, titleOf, tokens, visibleText } from './html.ts'

describe('references', () => {
  const cases: [string, string][] = [
    ['ASESOR&#205;AS', 'ASESORÍAS'],
    ['&Ntilde;u&ntilde;oa &amp; C&iacute;a', 'Ñuñoa & Cía'],
    ['&amp;lt;', '&lt;'],
    ['N&deg; 22 &ordm;', 'N° 22 º'],
    ['&#x41;&#X42;', 'AB'],
    ['&#147;x&#148; &#128;', '“x” €'],
    ['&nbsp;', '\u00a0'],
    ['&desconocida; & a&b', '&desconocida; & a&b'],
    ['&#0;&#1114112;&#xd800;', '\ufffd\ufffd\ufffd'],
    ['&frac12;', '½'],
  ]
  test.each(cases)('%s is read once as %s', (written, read) => {
    expect(decodeEntities(written)).toBe(read)
  })
})

describe('visible text', () => {
  test('leaves out scripts, styles, comments and what fields hold', () => {
    const html = `<!-- P&aacute;gina 1 de 3 --><script>alert('no')</script><style>p{}</style>
      <p>S&iacute;&nbsp; </p><textarea>secreto</textarea><input value="oculto">`
    expect(visibleText(html)).toBe('Sí')
  })

  test('puts blocks on lines of their own and keeps what is inline together', () => {
    expect(visibleText('<p>Uno <b>dos</b></p><p>tres<br>cuatro')).toBe('Uno dos\ntres\ncuatro')
  })

  test('survives a comment, a script and a tag that never end', () => {
    expect(visibleText('a<!-- b')).toBe('a')
    expect(visibleText('a<script>b')).toBe('a')
    expect(visibleText('a<p class="b')).toBe('a')
  })

  test('keeps what stands on both sides of a comment', () => {
    expect(visibleText('1<!-- x -->1')).toBe('11')
  })

  test('keeps a lone bracket as text', () => {
    expect(inlineText('1 < 2 y 3 > 2')).toBe('1 < 2 y 3 > 2')
  })
})

describe('tags', () => {
  const attributesOf = (html: string) => {
    const [first] = tokens(html)
    return first?.kind === 'open' ? Object.fromEntries(first.attributes) : null
  }
  const cases: [string, Record<string, string>][] = [
    [`<input NAME="A" value='b c'>`, { name: 'A', value: 'b c' }],
    ['<input name=A value=b/c checked>', { name: 'A', value: 'b/c', checked: '' }],
    ['<input value="a > b" name=x />', { value: 'a > b', name: 'x' }],
    ['<input value = "a" value="b">', { value: 'a' }],
    ['<input value="1 &quot;2&quot;">', { value: '1 "2"' }],
    ['<input value="sin fin>', { value: '"sin', fin: '' }],
  ]
  test.each(cases)('%s', (html, attributes) => {
    expect(attributesOf(html)).toEqual(attributes)
  })
})

test('a title is read across lines and case', () => {
  expect(titleOf('<HTML><TITLE>\nSII - Autenticaci&oacute;n\n</TITLE>')).toBe('SII - Autenticación')
  expect(titleOf('<p>sin t&iacute;tulo</p>')).toBe('')
})

test('plain words have no accents, no case and single spaces', () => {
  expect(plain('Razón\u00a0 SOCIAL\nÑandú')).toBe('razon social nandu')
})
