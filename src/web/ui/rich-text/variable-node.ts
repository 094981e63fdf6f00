import { mergeAttributes, Node, nodeInputRule } from '@tiptap/core'
import i18next from 'i18next'
import { knownVariable, VARIABLE_ATTRIBUTE } from './markup.ts'

/** One of the four variables, whole: it is put in, moved and deleted in one piece. */
export const variableNode = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      name: {
        default: null,
        parseHTML: (element: HTMLElement) =>
          knownVariable(element.getAttribute(VARIABLE_ATTRIBUTE)),
        renderHTML: ({ name }: Record<string, unknown>) => ({ [VARIABLE_ATTRIBUTE]: name }),
      },
    }
  },
  parseHTML() {
    const tag = `span[${VARIABLE_ATTRIBUTE}]`
    // The name is checked here: anybody can paste a span.
    const isKnown = (element: HTMLElement) =>
      knownVariable(element.getAttribute(VARIABLE_ATTRIBUTE)) === null ? false : null
    return [{ tag, getAttrs: isKnown }]
  },
  renderHTML({ node, HTMLAttributes }) {
    const name = knownVariable(String(node.attrs.name))
    // What is read; what is stored is the attribute's name (markup.ts).
    const words = name === null ? '' : i18next.t(`richText.variables.${name}`)
    return ['span', mergeAttributes(HTMLAttributes, { title: `{{${name}}}` }), words]
  },
  renderText({ node }) {
    return `{{${String(node.attrs.name)}}}`
  },
  addInputRules() {
    const find = /\{\{(numero_documento|mes|Mes|año)\}\}$/
    return [nodeInputRule({ find, type: this.type, getAttributes: ([, name]) => ({ name }) })]
  },
})
