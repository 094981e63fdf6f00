import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, month } from './day.ts'
import {
  DEFAULT_SUBJECT,
  renderTemplate,
  spanishMonth,
  templateProblems,
  templateVariables,
} from './template.ts'

const values = { folio: 100, serviceMonth: month(2026, 9) }

describe('a template', () => {
  it.each([
    ['the default subject', DEFAULT_SUBJECT, 'Factura 100 – Septiembre'],
    ['mes in lower case', 'servicios de {{mes}}', 'servicios de septiembre'],
    ['Mes with a capital', '{{Mes}} {{año}}', 'Septiembre 2026'],
    ['a variable twice', '{{año}}/{{año}}', '2026/2026'],
    ['an ñ in two characters', '{{an\u0303o}}', '2026'],
    ['variables side by side', '{{mes}}{{año}}', 'septiembre2026'],
    ['a variable in extra braces', '{{{mes}}}', '{septiembre}'],
    ['a variable within HTML', '<p>N° {{numero_documento}}</p>', '<p>N° 100</p>'],
    ['nothing to replace', 'Hola', 'Hola'],
    ['nothing at all', '', ''],
  ])('renders %s', (_, text, expected) => {
    expect(renderTemplate(text, values)).toBe(expected)
  })

  it.each([
    ['an unknown name', '{{cliente}}'],
    ['another capital', '{{MES}} {{Año}}'],
    ['spaces inside', '{{ mes }}'],
    ['an empty name', '{{}}'],
    ['single braces', '{mes}'],
    ['an open brace', '{{mes'],
    ['a brace missing', '{{mes}'],
    ['a name of every object', '{{constructor}} {{__proto__}} {{toString}}'],
    ['an expression', '{{1+1}} ${mes} <%= mes %> #{mes}'],
    ['a replacement pattern', '$& $1 $$'],
  ])('leaves %s as written', (_, text) => {
    expect(renderTemplate(text, values)).toBe(text)
  })

  it('shows the number without thousands separators', () => {
    expect(renderTemplate('{{numero_documento}}', { ...values, folio: 1_234_567 })).toBe('1234567')
  })

  it('takes the year of the service month', () => {
    const december = { folio: 1, serviceMonth: month(2025, 12) }
    expect(renderTemplate('{{mes}} de {{año}}', december)).toBe('diciembre de 2025')
  })

  it('is evaluated once: rendering glues pieces together but never reads them again', () => {
    expect(renderTemplate('{{{{mes}}}}', values)).toBe('{{septiembre}}')
    expect(renderTemplate('{{m{{mes}}es}}', values)).toBe('{{mseptiembrees}}')
  })

  it('stays as written when it has no known variable, whatever it holds', () => {
    const piece = fc.constantFrom('{', '}', '{{', '}}', 'mes', 'año', 'x', ' ', '$&', '\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const known = templateVariables.some((name) => text.includes(`{{${name}}}`))
        fc.pre(!known)
        expect(renderTemplate(text, values)).toBe(text)
      }),
    )
  })

  it('leaves the text around its variables alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!/[{}]/.test(before + after))
        expect(renderTemplate(`${before}{{mes}}${after}`, values)).toBe(
          `${before}septiembre${after}`,
        )
      }),
    )
  })
})

describe('the problems of a template', () => {
  it.each([
    ['none in the default subject', DEFAULT_SUBJECT, []],
    ['none in all four variables', '{{numero_documento}}{{mes}}{{Mes}}{{año}}', []],
    ['none in an ñ in two characters', '{{an\u0303o}}', []],
    ['none in lone braces', '{mes} }} {{', []],
    ['an unknown name', 'Hola {{cliente}}', ['cliente']],
    ['each unknown name once, in order', '{{b}}{{a}}{{mes}}{{b}}', ['b', 'a']],
    ['spaces, because they are not evaluated', '{{ mes }}', [' mes ']],
    ['an empty name', '{{}}', ['']],
  ])('are %s', (_, text, expected) => {
    expect(templateProblems(text)).toEqual(expected)
  })

  it('are exactly what rendering leaves in double braces', () => {
    const piece = fc.constantFrom('{{mes}}', '{{Mes}}', '{{foo}}', '{{bar}}', ' y ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('')
        expect(templateProblems(renderTemplate(text, values))).toEqual(templateProblems(text))
        expect(templateProblems(text).length > 0).toBe(/foo|bar/.test(text))
      }),
    )
  })
})

it('names the twelve months in Spanish as Intl does', () => {
  const intl = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' })
  for (let index = 0; index < 12; index += 1) {
    const of = addMonths(month(2026, 1), index)
    expect(spanishMonth(of)).toBe(intl.format(Date.UTC(2026, index, 1)))
  }
})
