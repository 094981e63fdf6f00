import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { charSetOf, complementOf, someOf } from './char-set.ts'

/** A text that repeats one part between a beginning and an ending. */
export type Worst = { before: string; again: string; after: string }

const SIGNS_OF_CLASS = 3
const LONG = 8

/**
 * The texts a pattern is slowest with, if it is slow: each repetition of it fed with its own characters, from the text's
 * first character on and after what leads there, ended by what no class of it takes; and what leads there, repeated.
 */
export function worstTexts(source: string, flags: string): Worst[] {
  const parser = new RegExpParser()
  const parsed = parser.parseFlags(flags)
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: parsed.unicode,
    unicodeSets: parsed.unicodeSets,
  })
  const found = new Map<string, Worst>()
  const add = (before: string, again: string): void => {
    if (again === '') return
    for (const after of ['\u0001', '!\n']) {
      const worst = { before, again, after }
      found.set(JSON.stringify(worst), worst)
    }
  }
  const leadIn = (elements: AST.Element[], before: string): void => {
    let said = before
    for (const element of elements) {
      within(element, said)
      said += example(element, parsed)
    }
    add('', said)
  }
  const within = (node: AST.Element, before: string): void => {
    if (node.type === 'Quantifier') {
      if (node.max >= LONG) {
        for (const text of examples(node.element, parsed)) {
          add('', text)
          add(before, text)
          add('', before + text)
        }
      }
      within(node.element, before)
      return
    }
    if ('alternatives' in node) for (const one of node.alternatives) leadIn(one.elements, before)
  }
  for (const { elements } of pattern.alternatives) leadIn(elements, '')
  return [...found.values()]
}

/** Texts that one part takes, a few for each class. */
function examples(node: AST.Element, flags: AST.Flags): string[] {
  if (node.type === 'CharacterClass' || node.type === 'CharacterSet') {
    return someOf(charSetOf(node, flags), SIGNS_OF_CLASS)
  }
  if ('alternatives' in node) {
    return node.alternatives.flatMap(({ elements }) => textsOf(elements, flags))
  }
  return [example(node, flags)]
}

/** One text for the whole row, and others in which one part of it differs. */
function textsOf(elements: AST.Element[], flags: AST.Flags): string[] {
  const usual = elements.map((element) => example(element, flags))
  const others = elements.flatMap((element, n) =>
    examples(element, flags).map((text) => usual.with(n, text).join('')),
  )
  return [usual.join(''), ...others].slice(0, SIGNS_OF_CLASS * 2)
}

function example(node: AST.Element, flags: AST.Flags): string {
  switch (node.type) {
    case 'Assertion':
      return ''
    case 'Backreference':
      return ''
    case 'Quantifier':
      return example(node.element, flags).repeat(Math.max(1, node.min))
    case 'Group':
    case 'CapturingGroup':
      return (node.alternatives[0]?.elements ?? []).map((one) => example(one, flags)).join('')
    default: {
      const set = charSetOf(node, flags)
      const [sign = ''] = someOf(set, 1)
      return sign === '' ? (someOf(complementOf(set), 1)[0] ?? '') : sign
    }
  }
}
