import { useTranslation } from 'react-i18next'
import { useSession } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/profile.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { OwnData } from './OwnData.tsx'
import { Preferences } from './Preferences.tsx'
import classes from './Profile.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'

/** What belongs to whoever is signed in, whether or not they are connected to the SII. */
export function Profile() {
  const { t } = useTranslation()
  const email = useSession((state) => state.claims?.email ?? '')
  return (
    <Page title={t('profile.title')} lead={email} narrow>
      <Section title={t('profile.security')}>
        <div className={classes.list}>
          <ChangePassword email={email} />
          <SecondFactor />
        </div>
      </Section>
      <Sessions />
      <OwnData />
      <Preferences />
    </Page>
  )
}
