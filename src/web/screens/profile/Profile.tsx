import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/profile.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { OwnData } from './OwnData.tsx'
import { Preferences } from './Preferences.tsx'
import classes from './Profile.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { Row, Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'

/** What belongs to whoever is signed in, whether or not they are connected to the SII. */
export function Profile() {
  const { t } = useTranslation()
  const email = useSession((state) => state.claims?.email ?? '')
  return (
    <Page title={t('profile.title')} lead={email} narrow>
      <Section title={t('profile.security')}>
        <div className={classes.list}>
          <ChangeEmail email={email} />
          <ChangePassword email={email} />
          <SecondFactor />
        </div>
      </Section>
      <Sessions />
      <OwnData />
      <Costs />
      <Preferences />
      <div className={classes.list}>
        <Row name={t('profile.leave.title')} state={t('profile.leave.state')}>
          <LinkButton
            to={PATHS.closing}
            variant="default"
            c="red"
            aria-label={`${t('profile.leave.open')}: ${t('profile.leave.title')}`}
          >
            {t('profile.leave.open')}
          </LinkButton>
        </Row>
      </div>
    </Page>
  )
}

/** What Folio costs, on a page of its own. */
function Costs() {
  const { t } = useTranslation()
  return (
    <Section title={t('profile.costs.title')}>
      <div className={classes.list}>
        <Row name={t('profile.costs.usage')} state={t('profile.costs.usageState')}>
          <LinkButton
            to={PATHS.usage}
            variant="default"
            aria-label={`${t('profile.costs.open')}: ${t('profile.costs.usage')}`}
          >
            {t('profile.costs.open')}
          </LinkButton>
        </Row>
      </div>
    </Section>
  )
}
