import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Profile.module.css'
import { Row, Section } from './Section.tsx'

/** What is known of the user, and what was done with it. */
export function OwnData() {
  const { t } = useTranslation()
  return (
    <Section title={t('profile.data.title')}>
      <div className={classes.list}>
        <Row name={t('profile.data.use')} state={t('profile.data.useState')}>
          <LinkButton to={PATHS.credentialUse} variant="default" aria-label={t('profile.data.use')}>
            {t('profile.data.useOpen')}
          </LinkButton>
        </Row>
      </div>
    </Section>
  )
}
