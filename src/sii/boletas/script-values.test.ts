import { describe, expect, test } from 'vitest'
import { carriedIn, hiddenFields } from './script-values.ts'

const script = (text: string) => `<html><script>${text}</script></html>`

describe('what a page carries in its scripts', () => {
  test('has both quotes, numbers, and the raw argument of formatMiles', () => {
    const html = script(`var xml_values = new Array();
      xml_values['folio'] = "341"; xml_values["cod_barras"] = '111111110003410A1B2C';
      xml_values['Monto_Boleta'] = formatMiles("100000", ".");
      xml_values['n'] = 12; xml_values[ 'spaced' ]  =  "a";`)
    expect(Object.fromEntries(carriedIn(html, 'xml_values'))).toEqual({
      folio: '341',
      cod_barras: '111111110003410A1B2C',
      Monto_Boleta: '100000',
      n: '12',
      spaced: 'a',
    })
  })

  test('decodes references and escapes once', () => {
    const html = script(`xml_values['a'] = "ASESOR&#205;AS \\"X\\" &amp;amp; Y";`)
    expect(carriedIn(html, 'xml_values').get('a')).toBe('ASESORÍAS "X" &amp; Y')
  })

  test('keeps the two maps apart', () => {
    const html = script(
      `xml_values['a']='1'; arr_informe_mensual['totalhonorarios_1'] = formatMiles("1.300.000");`,
    )
    expect([...carriedIn(html, 'xml_values')]).toEqual([['a', '1']])
    expect([...carriedIn(html, 'arr_informe_mensual')]).toEqual([
      ['totalhonorarios_1', '1.300.000'],
    ])
  })

  test('leaves out comparisons, comments, expressions and strings that never end', () => {
    const html = script(`if (xml_values['a'] == "1") {}
      //xml_values['b'] = "2";
      xml_values['c'] = xml_values['a'];
      xml_values['d'] = "no end
      xml_values['e'] = "5"`)
    expect([...carriedIn(html, 'xml_values')]).toEqual([['e', '5']])
  })

  test('has the last of two values', () => {
    const html = script(`xml_values['a'] = ""; xml_values['a'] = "2";`)
    expect(carriedIn(html, 'xml_values').get('a')).toBe('2')
  })
})

describe('the hidden fields a script writes', () => {
  const values = new Map([['tiempo', '20261120']])

  test('come from values and from literals', () => {
    const html = `<form name="formulario">${script(
      `CampoOculto("tiempo", xml_values['tiempo']); CampoOculto('origen','SEPTIMO');`,
    )}</form>`
    expect(hiddenFields(html, values)).toEqual([
      ['tiempo', '20261120'],
      ['origen', 'SEPTIMO'],
    ])
  })

  test('leave out names put together, unknown keys, the function itself and the hidden form', () => {
    const html = `${script(`function CampoOculto(nombre, valor) { document.write(nombre) }
      CampoOculto("desc_prestacion_" + i, xml_values['tiempo']);
      CampoOculto("x", xml_values['nobody']);
      //CampoOculto("y", "1");`)}
      <form name="hidden_formulario">${script(`CampoOculto("z", "1");`)}</form>`
    expect(hiddenFields(html, values)).toEqual([])
  })
})
