import { Editor } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { fromEditor, subjectToEditor, toEditor } from './markup.ts'
import { variableNode } from './variable-node.ts'

export interface EditorOptions {
  element: HTMLElement
  value: string
  /** One line of plain text, as a subject is. */
  isLine: boolean
  attributes: Record<string, string>
  onChange: (value: string) => void
}

const LINE = Document.extend({ content: 'paragraph' })
const COMMON = [Paragraph, Text, UndoRedo, variableNode]
const PAGE = [
  Document,
  Bold,
  Italic,
  HardBreak,
  BulletList,
  OrderedList,
  ListItem,
  Link.configure({ openOnClick: false, protocols: ['mailto', 'tel'] }),
]

/** What it gives and takes is what is stored: HTML, or a line's text, with double braces. */
export function createEditor(options: EditorOptions): Editor {
  const { element, value, isLine, attributes, onChange } = options
  return new Editor({
    element,
    extensions: isLine ? [LINE, ...COMMON] : [...PAGE, ...COMMON],
    content: isLine ? subjectToEditor(value) : toEditor(value),
    editorProps: {
      attributes,
      // A line that Enter breaks would be no subject; the form around it takes the key.
      handleKeyDown: (_view, event) => isLine && event.key === 'Enter',
    },
    onUpdate: ({ editor }) =>
      onChange(
        isLine ? editor.getText({ blockSeparator: ' ' }).trim() : fromEditor(editor.getHTML()),
      ),
    // Our own sheet has what it needs: its style element would be one more.
    injectCSS: false,
  })
}
