import { describe, expect, test } from 'vitest'
import { arrayLiterals, jsonLiteral, linkNamed, liveAlerts, scriptedTarget } from './scripts.ts'

describe('array literals', () => {
  test('come by name with their rows', () => {
    const html = `<script>var emisorDir = [["AV UNO 100","SANTIAGO","","11111111"," "],
      ["CALLE DOS 2",'MAIP&Uacute;',"SANTIAGO","22222222"," "]];
      var emisorActEco = [["620100","PROGRAMACION"]]; var arrFecha = ["2026","11","20"];
      vacia=[]; numeros = [1, 2.5, null];</script>`
    const arrays = arrayLiterals(html)
    expect(arrays.get('emisorDir')).toEqual([
      ['AV UNO 100', 'SANTIAGO', '', '11111111', ''],
      ['CALLE DOS 2', 'MAIPÚ', 'SANTIAGO', '22222222', ''],
    ])
    expect(arrays.get('emisorActEco')).toEqual([['620100', 'PROGRAMACION']])
    expect(arrays.get('arrFecha')).toEqual([['2026', '11', '20']])
    expect(arrays.get('vacia')).toEqual([])
    expect(arrays.get('numeros')).toEqual([['1', '2.5', '']])
  })

  test('understand escapes', () => {
    const html = String.raw`x = [["PASAJE O\'HIGGINS","\u00d1U\xd1OA","a\\b"]]`
    expect(arrayLiterals(html).get('x')).toEqual([["PASAJE O'HIGGINS", 'ÑUÑOA', 'a\\b']])
  })

  test('that are not only literals are left alone', () => {
    expect(arrayLiterals('x = [f(1)]; y = [["a", b]]; z = [["a"').size).toBe(0)
  })
})

describe('JSON literals', () => {
  test('end where their braces do, strings minded', () => {
    const html = `var DatosCntrNow = {"a":{"b":"} ; {"},"c":[1]}; var DatosActeco=[{"x":"]"}];`
    expect(jsonLiteral(html, 'DatosCntrNow')).toEqual({ a: { b: '} ; {' }, c: [1] })
    expect(jsonLiteral(html, 'DatosActeco')).toEqual([{ x: ']' }])
  })

  test('missing or broken are null', () => {
    expect(jsonLiteral('var other = {}', 'DatosCntrNow')).toBeNull()
    expect(jsonLiteral('var DatosCntrNow = {"a":', 'DatosCntrNow')).toBeNull()
    expect(jsonLiteral('var DatosCntrNow = {a:1}', 'DatosCntrNow')).toBeNull()
  })
})

describe('live alerts', () => {
  test('are those a browser would show', () => {
    const html = `<script>
      //alert("comentada");
      // window.x(); alert('tambi\u00e9n');
      alert('Debe ingresar\\nCiudad');
      window.location = "http://x.cl"; alert("Raz&oacute;n");
    </script>`
    expect(liveAlerts(html)).toEqual(['Debe ingresar\nCiudad', 'Razón'])
  })

  test('with a computed text are none', () => {
    expect(liveAlerts("alert(x); alert(''); alert('sin fin\n')")).toEqual([])
  })
})

describe('a redirect by script', () => {
  const cases: [string, string | null][] = [
    [
      `<script>location.replace('https://misiir.sii.cl/a?b=1')</script>`,
      'https://misiir.sii.cl/a?b=1',
    ],
    [
      `<body onLoad="window.location='/factura_sii/factura_sii.htm'">`,
      '/factura_sii/factura_sii.htm',
    ],
    [`<script>top.location.href = "x.cgi";</script>`, 'x.cgi'],
    [`<meta http-equiv="Refresh" content="0; URL=/otra.htm">`, '/otra.htm'],
    [`<script>location.replace('/a'); location.replace('/b')</script>`, null],
    [`<script>// location.replace('/a')</script>`, null],
    [`<p>nada</p>`, null],
  ]
  test.each(cases)('%s leads to %s', (html, target) => {
    expect(scriptedTarget(html)).toBe(target)
  })

  test('on a long page is only one of its scripts', () => {
    expect(scriptedTarget(`location.replace('/a')${' '.repeat(9000)}`)).toBeNull()
  })
})

test('a link is found by its whole text', () => {
  const html = `<a href="/otro">Continuar como empresa</a><a class=x href="/yo"><b>Continuar</b></a>`
  expect(linkNamed(html, 'Continuar')).toBe('/yo')
  expect(linkNamed(html, 'Salir')).toBeNull()
})
