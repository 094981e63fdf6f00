import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sitePath } from '#contract/pages.ts'
import { changeLanguage, language } from '#web/language.ts'
import classes from './Footer.module.css'

export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className={classes.footer} aria-label={t('footer.label')}>
      <div className={classes.inner}>
        <p className={classes.claim}>{t('footer.claim')}</p>
        <div className={classes.links}>
          <a href={sitePath('terms', language())}>{t('footer.terms')}</a>
          <a href={sitePath('privacy', language())}>{t('footer.privacy')}</a>
        </div>
        <div className={classes.choices}>
          <LanguageChoice />
          <SchemeChoice />
        </div>
      </div>
    </footer>
  )
}

function LanguageChoice() {
  const { t, i18n } = useTranslation()
  return (
    <NativeSelect
      aria-label={t('footer.language')}
      size="xs"
      value={i18n.language}
      data={[
        { value: 'es', label: t('footer.spanish') },
        { value: 'en', label: t('footer.english') },
      ]}
      onChange={(event) => void changeLanguage(event.currentTarget.value === 'en' ? 'en' : 'es')}
    />
  )
}

const SCHEMES = ['auto', 'light', 'dark'] as const

function SchemeChoice() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <NativeSelect
      aria-label={t('footer.scheme')}
      size="xs"
      value={colorScheme}
      data={SCHEMES.map((scheme) => ({ value: scheme, label: t(`footer.${scheme}`) }))}
      onChange={(event) => {
        const chosen = SCHEMES.find((scheme) => scheme === event.currentTarget.value)
        setColorScheme(chosen ?? 'auto')
      }}
    />
  )
}
