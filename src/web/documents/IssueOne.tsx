import type { ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { IconSend } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The way to one document that no rule makes. */
export function IssueOne({ size, variant }: Pick<ButtonProps, 'size' | 'variant'>) {
  const { t } = useTranslation()
  return (
    <LinkButton
      to={PATHS.newDocument}
      leftSection={<IconSend size={16} />}
      {...(size !== undefined && { size })}
      {...(variant !== undefined && { variant })}
    >
      {t('documents.issueOne')}
    </LinkButton>
  )
}
