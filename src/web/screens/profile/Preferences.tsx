import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, language } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import classes from './Profile.module.css'
import { Row, Section } from './Section.tsx'

export function Preferences() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title={t('profile.preferences.title')}>
      <div className={classes.list}>
        <Row name={t('profile.preferences.language')} state={t('profile.preferences.schemeNote')}>
          <Segments
            label={t('profile.preferences.language')}
            value={language()}
            options={[
              { value: 'es', label: t('footer.spanish') },
              { value: 'en', label: t('footer.english') },
            ]}
            onChange={(chosen) => void changeLanguage(chosen)}
          />
        </Row>
        <Row name={t('profile.preferences.scheme')} state={t('profile.preferences.schemeNote')}>
          <Segments
            label={t('profile.preferences.scheme')}
            value={colorScheme}
            options={[
              { value: 'auto', label: t('footer.auto') },
              { value: 'light', label: t('footer.light') },
              { value: 'dark', label: t('footer.dark') },
            ]}
            onChange={setColorScheme}
          />
        </Row>
        <Row name={t('profile.preferences.mails')} state={t('profile.preferences.mailsState')}>
          <LinkButton to={PATHS.mailPreferences} variant="default">
            {t('profile.preferences.mailsOpen')}
          </LinkButton>
        </Row>
      </div>
    </Section>
  )
}
