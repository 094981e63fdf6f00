import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isSignedIn } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { OPENINGS } from './openings.ts'

/** While the first screen's code and data travel: the frame stands, with the heading that is known. */
export function Opening() {
  const { t } = useTranslation()
  const known = OPENINGS[useLocation().pathname]
  if (known === undefined || !isSignedIn()) {
    return (
      <VisuallyHidden>
        <h1>{t('loading')}</h1>
      </VisuallyHidden>
    )
  }
  const { title, heading, lead } = known
  return (
    <Page
      title={t(title)}
      heading={heading && t(heading)}
      {...(lead === undefined ? {} : { lead: t(lead) })}
    >
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
    </Page>
  )
}
