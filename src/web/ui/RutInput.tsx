import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { NumberFormatBase } from 'react-number-format'
import { formatRutWhileTyping } from '#domain/rut.ts'

/** Nine digits of body at most, and the check digit. */
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

/** A RUT drawn with its dots and hyphen while it is typed; the caret stays where the person left it. */
export function RutInput({ value, onChange, inputRef, ...rest }: Props) {
  return (
    <NumberFormatBase
      {...rest}
      getInputRef={inputRef}
      customInput={TextInput}
      value={bare(value)}
      format={formatRutWhileTyping}
      removeFormatting={bare}
      isValidInputCharacter={(character) => /[\dkK]/.test(character)}
      isCharacterSame={({ currentValue, formattedValue, currentValueIndex, formattedValueIndex }) =>
        currentValue[currentValueIndex]?.toUpperCase() === formattedValue[formattedValueIndex]
      }
      getCaretBoundary={(text) =>
        Array.from(
          { length: text.length + 1 },
          (_, index) => !'.-'.includes(text[index - 1] ?? ' '),
        )
      }
      onValueChange={({ formattedValue }) => onChange(formattedValue)}
      inputMode="text"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={rest.placeholder ?? '12.345.678-5'}
      className="num"
    />
  )
}

function bare(text: string): string {
  return text
    .replace(/[^\dkK]/g, '')
    .toUpperCase()
    .slice(0, LONGEST)
}
