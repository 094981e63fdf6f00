import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useRef } from 'react'
import { formatRutWhileTyping } from '#domain/rut.ts'

/** Eight digits of body at most, and the check digit. */
const LONGEST = 9

type Props = Pick<
  TextInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'placeholder'
  | 'disabled'
  | 'autoFocus'
  | 'name'
  | 'onBlur'
  | 'onKeyDown'
> & {
  value: string
  onChange: (text: string) => void
  withAsterisk?: boolean
  inputRef?: React.Ref<HTMLInputElement>
}

/**
 * A RUT drawn with its dots and hyphen while it is typed; the caret stays where the person left it. By hand: the
 * usual component puts the caret back later, when everything may be selected to be written over.
 */
export function RutInput({ value, onChange, onKeyDown, inputRef, ...rest }: Props) {
  const drawn = draw(bare(value))
  const caret = useCaret()
  const change = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { text, at } = edited(input, bare(drawn), typeOf(nativeEvent))
    // Before React draws it: a value that it finds there already leaves the caret alone.
    input.value = draw(text)
    caret.put(input, placeAfter(input.value, at))
    onChange(input.value)
  }
  return (
    <TextInput
      {...rest}
      ref={inputRef}
      value={drawn}
      onChange={change}
      onKeyDown={(event) => {
        caret.leave()
        onKeyDown?.(event)
      }}
      onPointerDown={caret.leave}
      inputMode="text"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={rest.placeholder ?? '12.345.678-5'}
      className="num"
    />
  )
}

/** What of it counts, and how much of that stands before the caret, after one change to `before`. */
function edited(
  { value, selectionEnd }: HTMLInputElement,
  before: string,
  type: string,
): { text: string; at: number } {
  const text = bare(value)
  const at = bare(value.slice(0, selectionEnd ?? value.length)).length
  // A dot or the hyphen alone was deleted: what is meant is the character beside it.
  if (text === before && type === 'deleteContentBackward') {
    return { text: text.slice(0, Math.max(at - 1, 0)) + text.slice(at), at: Math.max(at - 1, 0) }
  }
  if (text === before && type === 'deleteContentForward') {
    return { text: text.slice(0, at) + text.slice(at + 1), at }
  }
  // One key too many pushes nothing out at the end.
  if (text.length > LONGEST && before.length === LONGEST && type === 'insertText') {
    return { text: before, at: Math.max(at - 1, 0) }
  }
  return { text: text.slice(0, LONGEST), at }
}

/** The keyboards of some phones move the caret once more, after the change: it is put back, unless a person moved it. */
function useCaret() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(timer.current)
  return {
    leave,
    put: (input: HTMLInputElement, at: number) => {
      leave()
      input.setSelectionRange(at, at)
      const { value } = input
      timer.current = setTimeout(() => {
        const isRange = input.selectionStart !== input.selectionEnd
        if (input.value === value && !isRange) input.setSelectionRange(at, at)
      })
    },
  }
}

function typeOf(event: Event): string {
  return event instanceof InputEvent ? event.inputType : ''
}

function bare(text: string): string {
  return text.replace(/[^\dkK]/g, '').toUpperCase()
}

function draw(text: string): string {
  return formatRutWhileTyping(text.slice(0, LONGEST))
}

/** The place in the drawn text right after so many of its digits and letters. */
function placeAfter(drawn: string, count: number): number {
  if (count === 0) return 0
  let seen = 0
  for (let place = 0; place < drawn.length; place += 1) {
    if (bare(drawn.charAt(place)) !== '') seen += 1
    if (seen === count) return place + 1
  }
  return drawn.length
}
