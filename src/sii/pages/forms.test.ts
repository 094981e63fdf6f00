import { describe, expect, test } from 'vitest'
import { findForm, fieldValue, formsOf, optionsOf, withValues } from './forms.ts'

const chooser = `
<title>Facturacion Electr&oacute;nica MIPYME - Seleccion de Empresa</title>
<form name="fPrmEmpPOP" method="post" action="mipeSelEmpresa.cgi">
<input type="hidden" name="DESDE_DONDE_URL" value="OPCION=33&amp;TIPO=4">
<select name="RUT_EMP"><optgroup label="Seleccione una opci&oacute;n">
<option value="76192083-9">EMPRESA UNO SPA 76192083-9
<option value="77111222-6">EMPRESA DOS LTDA 77111222-6
</optgroup></select><button type="submit">Enviar</button></form>`

describe('a form', () => {
  test('posts what a browser would post, in its order', () => {
    const html = `<form name="f"><input name="a" value="1"><input type="submit" name="no" value="x">
      <input type="button" name="no"><input type=image name="no"><input type="reset" name="no">
      <input type="checkbox" name="off" value="1"><input type="checkbox" name="on" checked>
      <input type="radio" name="r" value="1"><input type="radio" name="r" value="2" CHECKED>
      <select name="s"><option value="x">X<option selected>Y &amp; Z</select>
      <select name="t"><option value="first">F</select><select name="u"></select>
      <textarea name="w">\n<a>&amp;</a></textarea><input name="z" disabled value="9">
      <input value="nameless"></form><input name="outside" value="1">`
    expect(findForm(html, 'f')?.fields).toEqual([
      ['a', '1'],
      ['on', 'on'],
      ['r', '2'],
      ['s', 'Y & Z'],
      ['t', 'first'],
      ['w', '<a>&amp;</a>'],
    ])
  })

  test('keeps a textarea raw: references belong to the XML in it', () => {
    const html = `<form name="frmSign"><textarea name="txtPlainText"><?xml version="1.0"?><DTE><a>x &amp; y</a>
</DTE></textarea><textarea name="txtSignText"></textarea></form>`
    const form = findForm(html, 'frmSign')
    expect(fieldValue(form?.fields ?? [], 'txtPlainText')).toBe(
      '<?xml version="1.0"?><DTE><a>x &amp; y</a>\n</DTE>',
    )
    expect(fieldValue(form?.fields ?? [], 'txtSignText')).toBe('')
  })

  test('has options that never close, with references decoded', () => {
    expect(optionsOf(chooser, 'RUT_EMP')).toEqual([
      { value: '76192083-9', label: 'EMPRESA UNO SPA 76192083-9', isSelected: false },
      { value: '77111222-6', label: 'EMPRESA DOS LTDA 77111222-6', isSelected: false },
    ])
    expect(fieldValue(findForm(chooser, 'fPrmEmpPOP')?.fields ?? [], 'DESDE_DONDE_URL')).toBe(
      'OPCION=33&TIPO=4',
    )
  })

  test('without options has an empty select; without the select, none', () => {
    expect(optionsOf('<select name="RUT_EMP"><optgroup></optgroup></select>', 'RUT_EMP')).toEqual(
      [],
    )
    expect(optionsOf('<p>', 'RUT_EMP')).toBeNull()
  })

  test('is found by id and ends where the next begins', () => {
    const html =
      '<form id="one"><input name="a" value="1"><form name="two"><input name="b" value="2">'
    expect(findForm(html, 'one')?.fields).toEqual([['a', '1']])
    expect(findForm(html, 'two')?.fields).toEqual([['b', '2']])
    expect(formsOf(html)).toHaveLength(2)
  })

  test('tells the lengths its fields take', () => {
    const html =
      '<form name="f"><input name="a" maxlength="40"><input name="b" maxlength="x"></form>'
    expect(findForm(html, 'f')?.controls).toMatchObject([{ maxLength: 40 }, { maxLength: null }])
  })
})

test('our values go over the page’s, the rest stays, new ones go last', () => {
  const fields = [
    ['a', '1'],
    ['b', '2'],
  ] as const
  expect(
    withValues(fields, [
      ['c', '3'],
      ['a', 'x'],
    ]),
  ).toEqual([
    ['a', 'x'],
    ['b', '2'],
    ['c', '3'],
  ])
})
