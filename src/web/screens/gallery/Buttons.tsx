import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { IconPlus, IconSearch } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Gallery.module.css'

const VARIANTS = ['filled', 'default', 'subtle', 'light'] as const

export function Buttons() {
  const { t } = useTranslation()
  return (
    <>
      {VARIANTS.map((variant) => (
        <Looks key={variant} name={t(`gallery.buttons.variants.${variant}`)} variant={variant} />
      ))}
      <Looks name={t('gallery.buttons.danger')} color="red" />
      <div className={classes.row}>
        <Button leftSection={<IconPlus size={16} />}>{t('gallery.buttons.withIcon')}</Button>
        <Button variant="default" size="compact-sm">
          {t('gallery.buttons.small')}
        </Button>
        <LinkButton to={PATHS.gallery} variant="default">
          {t('gallery.buttons.link')}
        </LinkButton>
        <ActionIcon variant="subtle" size={36} aria-label={t('gallery.buttons.iconOnly')}>
          <IconSearch size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={36}
          disabled
          aria-label={t('gallery.buttons.iconDisabled')}
        >
          <IconSearch size={20} />
        </ActionIcon>
      </div>
    </>
  )
}

function Looks({ name, ...props }: { name: string } & Pick<ButtonProps, 'variant' | 'color'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <Button {...props}>{t('gallery.buttons.looks.plain', { name })}</Button>
      <Button {...props} disabled>
        {t('gallery.buttons.looks.disabled', { name })}
      </Button>
      <Button {...props} loading>
        {t('gallery.buttons.looks.loading', { name })}
      </Button>
    </div>
  )
}
