import type { ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { IconTable } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The way to hundreds of documents at once. */
export function UploadLink({ size }: Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation()
  return (
    <LinkButton
      to={PATHS.uploads}
      variant="default"
      leftSection={<IconTable size={16} />}
      {...(size !== undefined && { size })}
    >
      {t('documents.upload')}
    </LinkButton>
  )
}
