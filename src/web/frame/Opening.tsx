import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isNewcomer } from '#web/session/newcomer.ts'
import { isSignedIn } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { OPENINGS } from './openings.ts'

/**
 * While the first screen's code and data travel: the frame stands, with the heading that is known. Who listens is
 * told to wait: the heading is replaced by the screen's own.
 */
export function Opening() {
  const { t } = useTranslation()
  const known = OPENINGS[useLocation().pathname]
  return (
    <>
      <VisuallyHidden>
        <h1>{t('loading')}</h1>
      </VisuallyHidden>
      {known !== undefined && isSignedIn() && !isNewcomer() && (
        <div aria-hidden="true">
          <Page
            title={t(known.title)}
            heading={known.heading && t(known.heading)}
            lead={known.lead && t(known.lead)}
          >
            {null}
          </Page>
        </div>
      )}
    </>
  )
}
