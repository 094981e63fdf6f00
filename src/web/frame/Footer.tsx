import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { changeLanguage } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import classes from './Footer.module.css'

export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className={classes.footer} aria-label={t('footer.label')}>
      <div className={classes.inner}>
        <p className={classes.claim}>{t('footer.claim')}</p>
        <div className={classes.links}>
          <Link to={PATHS.terms}>{t('footer.terms')}</Link>
          <Link to={PATHS.privacy}>{t('footer.privacy')}</Link>
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
