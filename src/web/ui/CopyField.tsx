import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from './icons.ts'
import classes from './CopyField.module.css'

/** An address to be used elsewhere, with a button that copies it; a click into it selects it whole. */
export function CopyField({
  label,
  value,
  copy: copyText,
  copied: copiedText,
}: {
  label: string
  value: string
  copy: string
  copied: string
}) {
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={value} timeout={3_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          >
            {copied ? copiedText : copyText}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
